import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './payments.repo.ts'
import type { NotificationVault } from './notification-vault.ts'
import { insertFiguresReview, insertReview, lockFiguresReview, setReviewDetails } from './review-queue.repo.ts'
import type { Fact, ProviderId } from './providers/port.ts'

/**
 * Verified statements about a payment that is none of ours: someone's money, so a person looks at it. Where none moved,
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

/** Money at an address of ours that no buyer was asked for there: once for each transfer. */
export async function reviewStray(tx: Transaction, eventId: string, details: unknown): Promise<void> {
  const id = await storeStatement(tx, { provider: 'crypto', eventId, text: JSON.stringify(details) })
  if (id !== null) await repo.insertEventReview(tx, { providerEventId: id, reason: 'stray_transfer', details })
}

/** What else came of that kind in a day: one item, which says what is known by now until a person resolves it. */
export async function reviewStrayDay(tx: Transaction, eventId: string, details: unknown): Promise<void> {
  await storeStatement(tx, { provider: 'crypto', eventId, text: eventId })
  await repo.renewEventReview(tx, { provider: 'crypto', eventId, reason: 'stray_transfers', details })
}

export type Asked = { orderId: string; attemptId: string | null; reason: string; subject?: string; details: unknown }

/** Puts an order before a person, once for each reason, attempt and subject. */
export const openReview = (tx: Transaction, { subject = '', ...review }: Asked) =>
  insertReview(tx, { ...review, subject })

/** A day whose figures are not what the books say. */
export const reviewFigures = (tx: Transaction, day: string, details: unknown) => insertFiguresReview(tx, day, details)

/** What a review of figures that are proved in pages names at most. */
const mostNamed = 20

/** `about`: what differs, whatever its numbers are: what is found again of it takes the place of what was said. */
export type FiguresLine = { readonly about: string; readonly says: string }

/** What else is wrong with figures that are proved in pages: one item, which goes on saying what was found before. */
export async function addToFiguresReview(
  tx: Transaction,
  subject: string,
  lines: readonly FiguresLine[],
): Promise<void> {
  const open = async () => {
    await insertFiguresReview(tx, subject, { differences: [] })
    return lockFiguresReview(tx, subject)
  }
  // The one that stood there may be closed between the two.
  const item = (await open()) ?? (await open())
  if (!item) throw new Error(`what is wrong with the figures of ${subject} could not be put before a person`)
  const all = [...(item.differences ?? [])]
  for (const { about, says } of lines) {
    const index = all.findIndex((line) => line.startsWith(`${about} `))
    all.splice(index === -1 ? all.length : index, 1, `${about} ${says}`)
  }
  const isMore = item.more === true || all.length > mostNamed
  await setReviewDetails(tx, item.id, { differences: all.slice(0, mostNamed), ...(isMore && { more: true }) })
}

type ProviderEventName = { provider: ProviderId; eventId: string }
const digestOf = (raw: Uint8Array | string): Buffer => createHash('sha256').update(raw).digest()

/**
 * Stores a verified notification, sealed. `keepsBody`: false where it states nothing, then only its digest stays. Returns its id,
 * or null if the provider sent it before.
 */
export async function storeEvent(
  tx: Transaction,
  vault: NotificationVault,
  event: ProviderEventName & { raw: Uint8Array; headers: Readonly<Record<string, string>>; keepsBody: boolean },
): Promise<string | null> {
  const id = randomUUIDv7()
  const { provider, eventId, raw, headers, keepsBody } = event
  const sealed = keepsBody ? vault.seal(id, raw) : null
  const row = { id, provider, eventId, sealed, digest: digestOf(raw), headers: keepsBody ? headers : {} }
  return (await repo.insertProviderEvent(tx, row)) === 1 ? id : null
}

/** Stores that something was stated which no provider sent as it stands here. Returns its id, or null if it is known. */
export async function storeStatement(
  tx: Transaction,
  { provider, eventId, text }: ProviderEventName & { text: string },
): Promise<string | null> {
  const id = randomUUIDv7()
  const row = { id, provider, eventId, sealed: null, digest: digestOf(text), headers: {} }
  return (await repo.insertProviderEvent(tx, row)) === 1 ? id : null
}
