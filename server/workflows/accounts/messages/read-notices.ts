import type { Output } from '#shared/contract/call.ts'
import type { messageCalls } from '#shared/contract/message.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findAddressee, type Addressee } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import {
  listNotices,
  listUnreadNotices,
  markNoticesRead,
  type NoticeRow,
} from '#server/modules/outbox/outbox.queries.ts'
import { isReminder, reminders, type PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { slugOfMessage, writeInWords } from '#server/modules/outbox/operator-texts/write-mail.ts'
import type { Database } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { readMessageData } from './read-message-data.ts'
import { readWordings } from './read-wordings.ts'

type Notice = Output<(typeof messageCalls)['/api/user/user_notices']>['list'][number]
type Reader = {
  readonly userId: string
  readonly sessionId: string
  readonly language: Language
  readonly publicOrigin: string
  readonly keyring: Keyring
  readonly timeZone?: string | undefined
}

/** Maximum number of unread notices shown at once. The list of all notices has the others. */
const mostShown = 5
/** Unread notices are counted up to this number. */
const mostCounted = 100
const pageSize = 20

/**
 * The newest unread notices (messages that the account area shows), in the words of the mail, and the number of all, up
 * to `mostCounted`. Leaves out reminders that the user turned off.
 */
export async function readUnreadNotices(
  database: Database,
  reader: Reader,
): Promise<{ list: Notice[]; unread: number }> {
  const rows = await listUnreadNotices(database, { ...reader, limit: mostCounted })
  const addressee = rows.length === 0 ? undefined : await findAddressee(database, reader.userId)
  if (!addressee) return { list: [], unread: 0 }
  const wanted = rows.filter(
    ({ template }) => addressee.wantsReminders || !isReminder(template as PersonMessage['template']),
  )
  return { list: await write(database, reader, addressee, wanted.slice(0, mostShown)), unread: wanted.length }
}

/**
 * Returns a page of all notices of the last `noticeDays`, read or not, newest first, without reminders if the user
 * turned them off. Throws `InvalidInput` if `before` is no notice id.
 */
export async function readAllNotices(
  database: Database,
  reader: Reader,
  before: string | null,
): Promise<{ list: Notice[]; more: boolean }> {
  refuseFields({ before: before === null || isId.test(before) ? null : 'Invalid' })
  const addressee = await findAddressee(database, reader.userId)
  if (!addressee) return { list: [], more: false }
  const without = addressee.wantsReminders ? [] : reminders
  const rows = await listNotices(database, { ...reader, without, before, limit: pageSize + 1 })
  return { list: await write(database, reader, addressee, rows.slice(0, pageSize)), more: rows.length > pageSize }
}

async function write(
  database: Database,
  { userId, language, publicOrigin, keyring, timeZone }: Reader,
  addressee: Addressee,
  rows: readonly NoticeRow[],
): Promise<Notice[]> {
  if (rows.length === 0) return []
  const settings = await readSettings(database)
  const reader = { brand: settings.brand, language, timeZone }
  const messages = await Promise.all(
    rows.map(async ({ template, facts, ...row }) => {
      const told = { userId, template, facts } as PersonMessage
      const known = await readMessageData(database, { settings, addressee, told, publicOrigin, keyring, language })
      return { ...row, told, known, slug: slugOfMessage(told, known, reader) }
    }),
  )
  const wordings = await readWordings(
    database,
    messages.map(({ slug }) => slug),
    language,
  )
  return messages.map(({ id, at, isRead, told, known, slug }) => {
    const { heading, lead, quote, rows: lines, action } = writeInWords(told, known, reader, wordings.get(slug))
    const isSignIn = told.template === 'new-sign-in'
    return {
      id,
      at: at.getTime(),
      isRead,
      isSignIn,
      heading,
      text: [lead, ...(quote === undefined ? [] : [quote])].join('\n\n'),
      rows: lines.map(([label, value]) => ({ label, value })),
      // The mail links to the password reset. In the account area, the link leads to the page on which the suspicious
      // session can be ended first.
      action: { ...action, ...(isSignIn && { page: `/user/security?not-me=${told.facts.sessionId}` }) },
    }
  })
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Marks notices as read. Ids of other users' notices change nothing. Throws `InvalidInput`. */
export async function markRead(database: Database, userId: string, ids: readonly string[]): Promise<void> {
  refuseFields({ ids: ids.every((id) => isId.test(id)) ? null : 'Invalid' })
  await markNoticesRead(database, userId, ids)
}

/** Dismisses a notice. It stays in the list of all notices. Throws `NotFound` if it is not the caller's. */
export async function dismissNotice(database: Database, userId: string, id: string): Promise<void> {
  if (!isId.test(id) || (await markNoticesRead(database, userId, [id])) === 0) throw new AppError('NotFound')
}
