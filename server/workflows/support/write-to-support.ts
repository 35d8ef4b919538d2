import type { ThreadState } from '#shared/support-limits.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import type { CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { networkSlots, type Slot } from '#server/modules/limits/limits.rules.ts'
import { countTries } from '#server/modules/limits/limits.service.ts'
import { countUnread, findLastThread, setSeen } from '#server/modules/support/support.queries.ts'
import { checkSupportText, isId, readSupportText, stateOf } from '#server/modules/support/support.rules.ts'
import { attachImages } from '#server/modules/support/images.service.ts'
import { findWritten, listThread, writeAsCustomer, type Entry } from '#server/modules/support/support.service.ts'
import { markKindRead } from '#server/modules/outbox/outbox.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { requireInbox } from './support-images.ts'

type Deps = Pick<IdentityDeps, 'database' | 'digest' | 'keyring'>
type Message = { readonly idempotencyKey: string; readonly text: string; readonly images?: readonly string[] }

export async function writeToSupport(
  { database, digest, keyring }: Deps,
  { userId, caller }: { readonly userId: string; readonly caller: CallerNetwork },
  { idempotencyKey: key, text: typed, images = [] }: Message,
): Promise<{ id: string }> {
  await requireInbox(database)
  const text = readSupportText(typed)
  refuseFields({ text: text === '' && images.length > 0 ? null : checkSupportText(text) })
  refuseFields({ images: images.every(isId) ? null : 'Invalid' })
  const written = await findWritten(database, userId, key)
  if (written !== null) return { id: written }
  const { network, widths = [network], isExit = false } = caller
  const slots: Slot[] = [
    { rule: 'support-hour', subject: userId },
    { rule: 'support-day', subject: userId },
    ...networkSlots('support-network', widths, isExit),
  ]
  await countTries(database, digest, slots)
  return database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const { id, isNew } = await writeAsCustomer(tx, keyring, { userId, text, key })
    if (isNew && !(await attachImages(tx, userId, id, images))) refuseFields({ images: 'Invalid' })
    return { id }
  })
}

const pageSize = 30

type OwnThread = {
  readonly list: readonly Entry[]
  readonly more: boolean
  readonly isOpen: boolean
  readonly state: ThreadState | null
  readonly unread: number
}

export async function readOwnThread(
  { database, keyring }: Pick<Deps, 'database' | 'keyring'>,
  userId: string,
  before: string | null,
): Promise<OwnThread> {
  await requireInbox(database)
  refuseFields({ before: before === null || isId(before) ? null : 'Invalid' })
  const [entries, thread, { unread }] = await Promise.all([
    listThread(database, keyring, userId, before, pageSize + 1),
    findLastThread(database, userId),
    countUnread(database, userId),
  ])
  return {
    list: entries.slice(0, pageSize),
    more: entries.length > pageSize,
    isOpen: thread !== undefined && thread.closedAt === null,
    state: thread ? stateOf(thread) : null,
    unread,
  }
}

/** Marks support answers as read, and the notice about them. Throws `NotFound` if the entry is not the caller's. */
export async function markSeen(database: Database, userId: string, entryId: string): Promise<void> {
  if (!isId(entryId) || (await setSeen(database, userId, entryId)) === 0) throw new AppError('NotFound')
  await markKindRead(database, userId, 'support-answer')
}
