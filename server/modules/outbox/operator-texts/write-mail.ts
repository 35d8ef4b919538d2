import type { Language, Localized } from '#shared/language.ts'
import type { AccountTemplate } from '../code-and-security-texts.ts'
import type { PersonMessage } from '../customer-messages.rules.ts'
import type { MessageData } from '../customers/message-data.ts'
import type { MessageContent } from '../customers/message-content.ts'
import { writeText } from '../customers/render-customer-mail.ts'
import { wordsOf } from '../customers/format-values.ts'
import { accountSlug, mailSlug, valuesOf } from './mail-values.ts'
import { fillWording, type Wording } from './wording.ts'

type Told = Pick<PersonMessage, 'template' | 'facts'>
type Reader = {
  readonly brand: Localized
  readonly language: Language
  /** Time zone of the current reader (IANA). Omitted for mails, because the time zone of a mail's reader is unknown. */
  readonly timeZone?: string | undefined
}

export const slugOfMessage = (
  { template, facts }: Told,
  known: MessageData,
  { language, timeZone }: Omit<Reader, 'brand'>,
) => mailSlug({ template, facts }, known, wordsOf(language, timeZone))

/**
 * Writes a message with the operator's own text if it fits, else with the product's text. Table rows, quote and link
 * are always the product's.
 */
export function writeInWords(
  told: Told,
  known: MessageData,
  { brand, language, timeZone }: Reader,
  wording: Wording | null | undefined,
): MessageContent {
  const text = writeText(told, known, language, timeZone)
  const words = wordsOf(language, timeZone)
  const filled =
    wording && fillWording(mailSlug(told, known, words), wording, valuesOf(told, known, words, brand[language]))
  if (!filled) return text
  return {
    ...text,
    subject: filled.subject,
    heading: filled.heading,
    lead: filled.text,
    action: { ...text.action, label: filled.action || text.action.label },
  }
}

export const accountWording = (template: AccountTemplate, brand: string, wording: Wording | null | undefined) =>
  wording ? fillWording(accountSlug(template), wording, { brand }) : null
