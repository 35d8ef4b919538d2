import type { FactView } from './fold-payments.rules.ts'

type Stated = Pick<FactView, 'kind' | 'refundId' | 'disputeId' | 'isLost' | 'amountMinor'>

/** What tells facts of one kind about one payment apart, as it is stored. */
export function referenceOf({ kind, refundId, disputeId, isLost, amountMinor }: Stated): string {
  if (kind === 'refunded') return refundId !== null ? `refund:${refundId}` : `total:${amountMinor}`
  if (isLost) return `lost:${disputeId ?? ''}`
  return disputeId === undefined ? '' : `dispute:${disputeId}`
}

type Read = { refundId: string | null; disputeId: string; isLost: boolean }

/** The other way round; a dispute without a number has an empty one. */
export const readReference = (reference: string): Read => ({
  refundId: reference.startsWith('refund:') ? reference.slice(7) : null,
  disputeId: /^(?:dispute|lost):(.*)$/.exec(reference)?.[1] ?? '',
  isLost: reference.startsWith('lost:'),
})
