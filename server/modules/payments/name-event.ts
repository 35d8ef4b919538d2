import { createHash } from 'node:crypto'
import type { Notification } from './providers/port.ts'

/**
 * What tells notifications apart: the provider's own name for one, and what it states. The name alone would drop a true
 * statement about another payment under the same name; the bytes alone change with each time that it is sent.
 */
export function nameEvent({ eventId, facts }: Notification): string {
  const stated = facts.map(({ kind, attemptId, providerTxnId, refundId, disputeId, isLost, amount }) => [
    kind,
    attemptId,
    providerTxnId,
    refundId,
    disputeId ?? null,
    isLost ?? false,
    amount.amountMinor,
    amount.currency,
  ])
  return `${eventId} ${createHash('sha256').update(JSON.stringify(stated)).digest('hex')}`
}
