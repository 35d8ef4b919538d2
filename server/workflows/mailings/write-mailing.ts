import type { MailingTexts } from '#shared/contract/operator/mailings.ts'
import type { Language } from '#shared/language.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { showWithSubject, type RenderedMail } from '#server/modules/outbox/mail-html.ts'
import { renderWritten } from '#server/modules/outbox/customers/render-customer-mail.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import { mailingContent } from '#server/workflows/accounts/messages/read-message-data.ts'

export async function writeMailing(
  db: Queryable,
  { publicOrigin }: Pick<Config, 'publicOrigin'>,
  texts: MailingTexts,
  language: Language,
): Promise<RenderedMail> {
  const { mailing } = mailingContent({ news: texts }, language)
  if (!mailing) throw new Error('news without its words')
  const { subject, heading, text: lead, button, page } = mailing
  const { brand, look } = await readSettings(db)
  const written = { subject, heading, lead, rows: [], action: { label: button, page } }
  return renderWritten(
    'mailing',
    written,
    language,
    { brand, look, publicOrigin },
    `${publicOrigin}/${language}/mails/stop/…`,
  )
}

export const previewMailing = async (...of: Parameters<typeof writeMailing>): Promise<string> =>
  showWithSubject(await writeMailing(...of))
