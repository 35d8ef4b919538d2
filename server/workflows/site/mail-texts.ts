import { languages, type Language } from '#shared/language.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'
import { sideOf, withoutNothing, type DraftFields } from '#server/modules/content/draft-fields.rules.ts'
import { formatFinding, type Finding } from '#server/modules/content/draft-findings.rules.ts'
import { draftedSides, versionsOf, type Standing, type TextName } from '#server/modules/content/drafts.service.ts'
import type { TextVersion } from '#server/modules/content/content.queries.ts'
import { wordsOf } from '#server/modules/outbox/customers/format-values.ts'
import { findMailSpec, mailSpecs, valuesOf } from '#server/modules/outbox/operator-texts/mail-values.ts'
import { sampleOf, standardWording } from '#server/modules/outbox/operator-texts/standard-wording.ts'
import { findWordingFaults, type Wording } from '#server/modules/outbox/operator-texts/wording.ts'

export const mailNames: readonly TextName[] = mailSpecs.map(({ slug }) => ({ kind: 'mail', slug }))

const fieldsOfWording = ({ subject, heading, text, action }: Wording, end: 'En' | 'Zh') => ({
  [`title${end}`]: subject,
  [`summary${end}`]: heading,
  [`markdown${end}`]: text,
  [`action${end}`]: action,
})

export function standardFields(slug: string): DraftFields | null {
  const [en, zh] = [standardWording(slug, 'en'), standardWording(slug, 'zh-CN')]
  return en && zh ? withoutNothing({ ...fieldsOfWording(en, 'En'), ...fieldsOfWording(zh, 'Zh') }) : null
}

export function mailFacts(slug: string): { name: string; en: string; zh: string }[] {
  const values = (language: Language) => {
    const sample = sampleOf(slug, language)
    return sample ? valuesOf(sample.told, sample.known, wordsOf(language), '') : {}
  }
  const [en, zh] = [values('en'), values('zh-CN')]
  return (findMailSpec(slug)?.placeholders ?? []).map((name) => ({ name, en: en[name] ?? '–', zh: zh[name] ?? '–' }))
}

export const wordingIn = (fields: DraftFields, language: Language): Wording => {
  const { title, summary, markdown } = sideOf(fields, language)
  return {
    subject: title,
    heading: summary,
    text: markdown,
    action: (language === 'en' ? fields.actionEn : fields.actionZh) ?? '',
  }
}
const isEmpty = ({ subject, heading, text, action }: Wording) => `${subject}${heading}${text}${action}`.trim() === ''

const fieldNames = { subject: 'title', heading: 'summary', text: 'markdown', action: 'action' } as const

export function findInMail(slug: string, fields: DraftFields): Finding[] {
  if (!findMailSpec(slug)) return [{ finding: 'no-mail', where: 'text', names: [slug], harmless: false }]
  return languages.flatMap((language) => {
    const wording = wordingIn(fields, language)
    if (isEmpty(wording)) return []
    return findWordingFaults(slug, wording).map(({ fault, part, names }) => ({
      finding: fault,
      where: `${fieldNames[part]}${language === 'en' ? 'En' : 'Zh'}`,
      names: [...new Set(names)],
      harmless: false,
    }))
  })
}

export function mailVersionsOf(standing: Standing, fields: DraftFields, now: Date): TextVersion[] {
  const isOurs = (language: Language) => {
    const wording = wordingIn(fields, language)
    return isEmpty(wording) || isSameWording(wording, standardWording(standing.slug, language))
  }
  const changed = versionsOf(standing, fields, now).filter(({ language }) => !isOurs(language))
  const back = draftedSides(standing, fields, now).filter(({ language }) => {
    const before = standing.sides[language]
    return before && !before.withdrawn && isOurs(language)
  })
  return [...changed, ...back.map((side) => ({ ...side, withdrawn: true }))]
}

const isSameWording = (a: Wording, b: Wording | null): boolean =>
  b !== null &&
  a.subject === b.subject &&
  a.heading === b.heading &&
  a.text === b.text &&
  (a.action || b.action) === b.action

export const findMailFaults = (slug: string, wording: Wording): Sentence[] =>
  findMailSpec(slug)
    ? findWordingFaults(slug, wording).map(({ fault, part, names }) =>
        sentence('draft.faultOf', {
          field: fieldNames[part],
          says: formatFinding({ finding: fault, names: [...names] }),
        }),
      )
    : [sentence('draft.faultOf', { field: slug, says: formatFinding({ finding: 'no-mail', names: [slug] }) })]
