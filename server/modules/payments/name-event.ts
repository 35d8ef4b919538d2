import { createHash } from 'node:crypto'
import type { Notification } from './providers/port.ts'

/**
 * Identity of a notification: the provider's id and its facts. The id alone would drop another payment's facts under
 * the same id; bytes change with each repeat.
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
