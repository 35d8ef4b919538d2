import type { ActionInput } from '#shared/contract/operator.ts'
import type { Language } from '#shared/language.ts'
import type { FileKind, ParsedText } from './content-files.rules.ts'

export type DraftFields = Omit<ActionInput<'content.save-draft'>, 'text' | 'expect' | 'baseEn' | 'baseZh'>
export type Side = { readonly title: string; readonly summary: string; readonly markdown: string }

export const sideOf = (fields: DraftFields, language: Language): Side =>
  language === 'en'
    ? { title: fields.titleEn ?? '', summary: fields.summaryEn ?? '', markdown: (fields.markdownEn ?? '').trim() }
    : { title: fields.titleZh ?? '', summary: fields.summaryZh ?? '', markdown: (fields.markdownZh ?? '').trim() }

type Details = ParsedText['details']
type Version = Pick<Side, 'title' | 'markdown'> & {
  readonly details: Details
  readonly publishedOn: string
  readonly holdsFrom: Date | null
  readonly shownUntil: Date | null
  readonly demo: boolean
}
type Sides = Readonly<Partial<Record<Language, Version>>>
const momentOrNone = (at: Date | null | undefined, now: Date) => (at && at > now ? at.toISOString() : undefined)

export function fieldsOf(kind: FileKind, { en, 'zh-CN': zh }: Sides, now: Date): DraftFields {
  const any = en ?? zh
  const { category, position = 0 } = any?.details ?? {}
  const fields = {
    titleEn: en?.title,
    titleZh: zh?.title,
    summaryEn: en?.details.summary,
    summaryZh: zh?.details.summary,
    markdownEn: en?.markdown,
    markdownZh: zh?.markdown,
    actionEn: en?.details.action,
    actionZh: zh?.details.action,
    date: kind === 'announcement' ? any?.publishedOn : undefined,
    from: momentOrNone(any?.holdsFrom, now),
    // Keeps an end of publication in the past, because without it the text would be public forever.
    until: any?.shownUntil?.toISOString(),
    category,
    incident: any?.details.incident,
    place: kind === 'faq' ? position % 1000 : position,
    sample: any?.demo,
  }
  return withoutNothing(fields)
}

export const withoutNothing = (fields: Readonly<Record<string, unknown>>): DraftFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  )

export type Category = {
  readonly category: string
  readonly titles: Readonly<Record<Language, string>>
  /** Position of the category: the thousands digits of its entries' positions. */
  readonly order: number
}

type Entry = { readonly kind: FileKind; readonly language: Language; readonly details: Details }
export function categoriesOf(texts: readonly Entry[]): Category[] {
  const found = new Map<string, Category>()
  for (const { kind, language, details } of texts.toSorted((a, b) => positionOf(a.details) - positionOf(b.details))) {
    if (kind !== 'faq' || details.category === undefined) continue
    const known = found.get(details.category) ?? {
      category: details.category,
      titles: { en: '', 'zh-CN': '' },
      order: Math.floor(positionOf(details) / 1000),
    }
    const title = known.titles[language] || (details.categoryTitle ?? '')
    found.set(details.category, { ...known, titles: { ...known.titles, [language]: title } })
  }
  return [...found.values()]
}
const positionOf = ({ position = 0 }: Details): number => position

export function detailsOf(
  kind: FileKind,
  fields: DraftFields,
  language: Language,
  categories: readonly Category[],
): Details {
  const place = fields.place ?? 0
  const action = kind === 'mail' ? (language === 'en' ? fields.actionEn : fields.actionZh) : undefined
  if (action !== undefined) return { summary: sideOf(fields, language).summary, action, position: place }
  const incident = kind === 'announcement' && fields.incident ? { incident: true as const } : {}
  if (kind !== 'faq') return { summary: sideOf(fields, language).summary, ...incident, position: place }
  const found = categories.find(({ category }) => category === fields.category)
  return {
    category: fields.category,
    categoryTitle: found?.titles[language],
    position: (found?.order ?? 0) * 1000 + place,
  }
}
