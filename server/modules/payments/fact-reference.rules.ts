import type { FactView } from './payment-views.rules.ts'

type Stated = Pick<
  FactView,
  'kind' | 'refundId' | 'disputeId' | 'isLost' | 'isElsewhere' | 'byOperator' | 'amountMinor'
>

/**
 * Stored key of a fact within its payment. The end of a dispute has separate keys for provider and operator, so that
 * neither excludes the other.
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

/** Reverse of `referenceOf`; empty for a dispute without a number. */
export const readReference = (reference: string): Read => ({
  refundId: /^(?:refund|elsewhere):(.*)/s.exec(reference)?.[1] ?? null,
  isElsewhere: reference.startsWith('elsewhere:'),
  disputeId: /^(?:operator:)?(?:dispute|lost):(.*)/s.exec(reference)?.[1] ?? '',
  isLost: /^(?:operator:)?lost:/.test(reference),
})
