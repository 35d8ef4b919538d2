import type { Output } from '#shared/contract/call.ts'
import type { messageCalls } from '#shared/contract/message.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findAddressee } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listNotices, putNoticeAway } from '#server/modules/outbox/outbox.queries.ts'
import { isReminder, type PersonMessage } from '#server/modules/outbox/people-messages.rules.ts'
import { slugOfMessage, writeInWords } from '#server/modules/outbox/wordings/write-mail.ts'
import type { Database } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { readKnown } from './read-known.ts'
import { readWordings } from './read-wordings.ts'

type Notices = Output<(typeof messageCalls)['/api/user/user_notices']>['list']
type Reader = {
  readonly userId: string
  readonly language: Language
  readonly publicOrigin: string
  readonly keyring: Keyring
  readonly timeZone?: string | undefined
}

const mostShown = 5

export async function readNotices(
  database: Database,
  { userId, language, publicOrigin, keyring, timeZone }: Reader,
): Promise<Notices> {
  const rows = await listNotices(database, userId, mostShown)
  const addressee = rows.length === 0 ? undefined : await findAddressee(database, userId)
  if (!addressee) return []
  const settings = await readSettings(database)
  const wanted = rows.filter(
    ({ template }) => addressee.wantsReminders || !isReminder(template as PersonMessage['template']),
  )
  const reader = { brand: settings.brand, language, timeZone }
  const messages = await Promise.all(
    wanted.map(async ({ id, at, template, facts }) => {
      const told = { userId, template, facts } as PersonMessage
      const known = await readKnown(database, { settings, addressee, told, publicOrigin, keyring, language })
      return { id, at, told, known, slug: slugOfMessage(told, known, reader) }
    }),
  )
  const wordings = await readWordings(
    database,
    messages.map(({ slug }) => slug),
    language,
  )
  return messages.map(({ id, at, told, known, slug }) => {
    const { heading, lead, quote, rows: lines, action } = writeInWords(told, known, reader, wordings.get(slug))
    return {
      id,
      at: at.getTime(),
      heading,
      text: [lead, ...(quote === undefined ? [] : [quote])].join('\n\n'),
      rows: lines.map(([label, value]) => ({ label, value })),
      action: { ...action },
    }
  })
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function putAway(database: Database, userId: string, id: string): Promise<void> {
  if (!isId.test(id) || (await putNoticeAway(database, userId, id)) === 0) throw new AppError('NotFound')
}
