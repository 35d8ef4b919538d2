import { createHash, randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './payments.repo.ts'
import type { NotificationVault } from './notification-vault.ts'
import { insertFiguresReview, insertReview, lockFiguresReview, setReviewDetails } from './review-queue.repo.ts'
import type { Fact, ProviderId } from './providers/port.ts'

/**
 * Opens a review for a notification about a payment that is not ours, because somebody has paid. Notifications that
 * report no payment, such as closings, need none.
 */
export async function reviewUnknown(tx: Transaction, providerEventId: string, facts: readonly Fact[]): Promise<void> {
  const about = facts.filter(({ kind }) => kind !== 'closed' && kind !== 'failed')
  const [first] = about
  if (!first) return
  const statements = about.map(({ kind, providerTxnId, amount }) => ({ kind, providerTxnId, ...amount }))
  const details = { provider: first.provider, attemptId: first.attemptId, statements }
  await repo.insertEventReview(tx, { providerEventId, reason: 'unknown_payment', details })
}

/**
 * Opens a review for a transfer to one of our wallet addresses that no open order explains. One review per transfer.
 */
export async function reviewStray(tx: Transaction, eventId: string, details: unknown): Promise<void> {
  const id = await storeStatement(tx, { provider: 'crypto', eventId, text: JSON.stringify(details) })
  if (id !== null) await repo.insertEventReview(tx, { providerEventId: id, reason: 'stray_transfer', details })
}

/** Collects further unexplained transfers of a day in one review. The review is updated until it is resolved. */
export async function reviewStrayDay(tx: Transaction, eventId: string, details: unknown): Promise<void> {
  await storeStatement(tx, { provider: 'crypto', eventId, text: eventId })
  await repo.renewEventReview(tx, { provider: 'crypto', eventId, reason: 'stray_transfers', details })
}

export type Asked = { orderId: string; attemptId: string | null; reason: string; subject?: string; details: unknown }

export const openReview = (tx: Transaction, { subject = '', ...review }: Asked) =>
  insertReview(tx, { ...review, subject })

export const reviewFigures = (tx: Transaction, day: string, details: unknown) => insertFiguresReview(tx, day, details)

/** Maximum number of lines in a review of figures. The check adds lines page by page. */
const mostNamed = 20

/**
 * Line of a review of stored totals that disagree with their rows. `about`: what differs, without amounts. A new line
 * replaces the line with the same `about`.
 */
type FiguresLine = { readonly about: string; readonly says: string }

export async function addToFiguresReview(
  tx: Transaction,
  subject: string,
  lines: readonly FiguresLine[],
): Promise<void> {
  const open = async () => {
    await insertFiguresReview(tx, subject, { differences: [] })
    return lockFiguresReview(tx, subject)
  }
  // Tries twice, because an operator may close the open review between the insert and the read.
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
 * Stores a verified notification, its body encrypted. Returns its id, or null if it is already stored. With `keepsBody` false
 * only its digest is stored, because the notification states nothing about money.
 */
export async function storeEvent(
  tx: Transaction,
  vault: NotificationVault,
  event: ProviderEventName & {
    raw: Uint8Array
    headers: Readonly<Record<string, string>>
    keepsBody: boolean
    namedAttempt: string | null
  },
): Promise<string | null> {
  const id = randomUUIDv7()
  const { provider, eventId, raw, headers, keepsBody, namedAttempt } = event
  const sealed = keepsBody ? vault.seal(id, raw) : null
  const row = { id, provider, eventId, sealed, digest: digestOf(raw), headers: keepsBody ? headers : {}, namedAttempt }
  return (await repo.insertProviderEvent(tx, row)) === 1 ? id : null
}

/**
 * Stores the digest of a statement that we composed ourselves, for example from a blockchain or a settlement report, so
 * that it counts once. Returns its id, or null if it is already stored.
 */
export async function storeStatement(
  tx: Transaction,
  { provider, eventId, text }: ProviderEventName & { text: string },
): Promise<string | null> {
  const id = randomUUIDv7()
  const row = { id, provider, eventId, sealed: null, digest: digestOf(text), headers: {}, namedAttempt: null }
  return (await repo.insertProviderEvent(tx, row)) === 1 ? id : null
}
