import { createHash } from 'node:crypto'
import type { Notification } from './providers/port.ts'

/**
 * Deduplication key of a notification: the provider's event id and a digest of its facts. The id alone would drop facts
 * about another payment sent under the same id. The raw bytes are not used, because they differ on each retry.
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
