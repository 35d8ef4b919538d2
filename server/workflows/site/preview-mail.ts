import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import type { Standing } from '#server/modules/content/drafts.service.ts'
import { showWithSubject, type RenderedMail } from '#server/modules/outbox/mail-html.ts'
import type { AccountTemplate } from '#server/modules/outbox/code-and-security-texts.ts'
import { renderWritten } from '#server/modules/outbox/customers/render-customer-mail.ts'
import { renderMail } from '#server/modules/outbox/render-message.ts'
import { findMailSpec } from '#server/modules/outbox/operator-texts/mail-values.ts'
import { sampleOf } from '#server/modules/outbox/operator-texts/standard-wording.ts'
import { accountWording, writeInWords } from '#server/modules/outbox/operator-texts/write-mail.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import { standardFields, wordingIn } from './mail-texts.ts'

/**
 * Previews a mail. For an invalid text it shows the default text, which recipients would then get. Throws `NotFound`
 * for an unknown mail.
 */
export async function previewMail(
  db: Queryable,
  { publicOrigin, consoleOrigin }: Pick<Config, 'publicOrigin' | 'consoleOrigin'>,
  { slug, draft, published }: Standing,
  language: Language,
): Promise<string> {
  const spec = findMailSpec(slug)
  if (!spec) throw new AppError('NotFound')
  const { brand, look } = await readSettings(db)
  const wording = wordingIn(draft?.fields ?? published ?? standardFields(slug) ?? {}, language)
  const sample = sampleOf(slug, language)
  const mail = sample
    ? renderWritten(
        sample.told.template,
        writeInWords(sample.told, sample.known, { brand, language }, wording),
        language,
        { brand, look, publicOrigin },
        `${publicOrigin}/${language}/mails/stop/…`,
      )
    : renderAccountMail(spec.template as AccountTemplate)
  return showWithSubject(mail)

  function renderAccountMail(template: AccountTemplate): RenderedMail {
    return renderMail(
      {
        template,
        language,
        code: template.startsWith('code-') ? '482913' : null,
        link:
          template === 'code-change' || template === 'change-asked'
            ? `${publicOrigin}/${language}/account-change`
            : undefined,
        wording: accountWording(template, brand[language], wording),
      },
      { brand, look, publicOrigin, consoleOrigin },
    )
  }
}
