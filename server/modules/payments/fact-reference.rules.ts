import type { FactView } from './payment-views.rules.ts'

type Stated = Pick<
  FactView,
  'kind' | 'refundId' | 'disputeId' | 'isLost' | 'isElsewhere' | 'byOperator' | 'amountMinor'
>

/**
 * Unique key of a fact within its payment. A provider and an operator may both state the end of the same dispute, so
 * their keys differ.
 */
export function referenceOf({
  kind,
  refundId,
  disputeId,
  isLost,
  isElsewhere,
  byOperator,
  amountMinor,
}: Stated): string {
  if (isElsewhere) return `elsewhere:${refundId ?? ''}`
  if (kind === 'refund_failed') return `refund:${refundId ?? ''}`
  if (kind === 'refunded') return refundId !== null ? `refund:${refundId}` : `total:${amountMinor}`
  const whose = byOperator && (isLost || kind === 'dispute_won') ? 'operator:' : ''
  if (isLost) return `${whose}lost:${disputeId ?? ''}`
  return disputeId === undefined && !whose ? '' : `${whose}dispute:${disputeId ?? ''}`
}

type Read = { refundId: string | null; isElsewhere: boolean; disputeId: string; isLost: boolean }

/**
 * Parses a key made by `referenceOf`. `disputeId` is empty if the provider gave no id for the dispute, or the key is
 * not about a dispute.
 */
export const readReference = (reference: string): Read => ({
  refundId: /^(?:refund|elsewhere):(.*)/s.exec(reference)?.[1] ?? null,
  isElsewhere: reference.startsWith('elsewhere:'),
  disputeId: /^(?:operator:)?(?:dispute|lost):(.*)/s.exec(reference)?.[1] ?? '',
  isLost: /^(?:operator:)?lost:/.test(reference),
})
