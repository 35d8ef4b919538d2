import type { FactView } from './fold-payments.rules.ts'

type Stated = Pick<FactView, 'kind' | 'refundId' | 'disputeId' | 'amountMinor'>

/** What tells facts of one kind about one payment apart, as it is stored. */
export function referenceOf({ kind, refundId, disputeId, amountMinor }: Stated): string {
  if (kind === 'refunded') return refundId !== null ? `refund:${refundId}` : `total:${amountMinor}`
  return disputeId === undefined ? '' : `dispute:${disputeId}`
}

/** The other way round; a dispute without a number has an empty one. */
export const readReference = (reference: string): { refundId: string | null; disputeId: string } => ({
  refundId: reference.startsWith('refund:') ? reference.slice(7) : null,
  disputeId: reference.startsWith('dispute:') ? reference.slice(8) : '',
})
