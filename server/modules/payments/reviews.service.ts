import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './payments.repo.ts'
import { insertReview } from './review-queue.repo.ts'
import type { Fact, ProviderId } from './providers/port.ts'

/**
 * Verified statements about a payment that is none of ours: somebody's money, so a person looks at it. Where none moved,
 * as in a closing, there is nothing to look at.
 */
export async function reviewUnknown(tx: Transaction, providerEventId: string, facts: readonly Fact[]): Promise<void> {
  const about = facts.filter(({ kind }) => kind !== 'closed' && kind !== 'failed')
  const [first] = about
  if (!first) return
  const statements = about.map(({ kind, providerTxnId, amount }) => ({ kind, providerTxnId, ...amount }))
  const details = { provider: first.provider, attemptId: first.attemptId, statements }
  await repo.insertEventReview(tx, { providerEventId, reason: 'unknown_payment', details })
}

/** Money at an address of ours that nobody was asked for there: once for each transfer. */
export async function reviewStray(tx: Transaction, eventId: string, details: unknown): Promise<void> {
  const raw = Buffer.from(JSON.stringify(details))
  const id = await storeEvent(tx, { provider: 'crypto', eventId, raw, headers: {} })
  if (id !== null) await repo.insertEventReview(tx, { providerEventId: id, reason: 'stray_transfer', details })
}

type Asked = { orderId: string; attemptId: string | null; reason: string; subject?: string; details: unknown }

/** Puts an order before a person, once for each reason, attempt and subject. */
export const openReview = (tx: Transaction, { subject = '', ...review }: Asked) =>
  insertReview(tx, { ...review, subject })

/** Stores a verified notification as it came. Answers its id, or null if the provider sent it before. */
export async function storeEvent(
  tx: Transaction,
  event: { provider: ProviderId; eventId: string; raw: Uint8Array; headers: Readonly<Record<string, string>> },
): Promise<string | null> {
  const id = randomUUIDv7()
  const { provider, eventId, raw, headers } = event
  const stored = await repo.insertProviderEvent(tx, {
    id,
    provider,
    eventId,
    raw,
    headers,
  })
  return stored === 1 ? id : null
}
