import { languages, type Language } from '#shared/language.ts'
import { sitePaths } from '#shared/site-paths.ts'
import { listInvisibleCharacters } from '#shared/visible-text.ts'
import { changedParagraphs, paragraphsOf } from '#shared/text-diff.ts'
import type { Sentence } from '#shared/sentence.ts'
import type { Code } from '#text/sentence.ts'
import type { FileKind } from './content-files.rules.ts'
import { sideOf, type DraftFields } from './draft-fields.rules.ts'
import { typedNumbers, unknownPlaceholders } from './placeholders.rules.ts'

type Named<C> = C extends `finding.${infer Name}` ? Name : never
type FindingName = Named<Code>

/** Problem of a draft: an error that prevents publication, or a warning (`harmless`). */
export type Finding = {
  readonly finding: FindingName
  readonly where: string
  readonly names: string[]
  readonly harmless: boolean
}
export type Known = {
  readonly facts: readonly string[]
  readonly categories: readonly string[]
  /** Paths of the site's own texts, such as `/clause/…` and `/faq#…`, to which a draft may link. */
  readonly addresses: readonly string[]
  /** Paths of texts that have a draft or a sample, but are not published yet. */
  readonly comingAddresses: readonly string[]
  readonly isRealShop: boolean
  readonly now: Date
  readonly published: DraftFields | null
}

const suffix: Readonly<Record<Language, string>> = { en: 'En', 'zh-CN': 'Zh' }
const pageOnly = ['student-discount']

export function findInDraft(kind: FileKind, slug: string, fields: DraftFields, known: Known): Finding[] {
  const findings: Finding[] = []
  const say = (finding: FindingName, where: string, names: readonly string[] = [], harmless = false) =>
    void findings.push({ finding, where, names: [...new Set(names)], harmless })

  for (const language of languages) {
    const { title, summary, markdown } = sideOf(fields, language)
    const parts = Object.entries({ title, summary, markdown }).map(
      ([name, text]) => [`${name}${suffix[language]}`, text] as const,
    )
    for (const [where, text] of parts) {
      if (text === '' && !where.startsWith('summary')) say('missing', where)
      if (/[\r\n]/.test(text) && !where.startsWith('markdown')) say('line-break', where)
      const unseen = listInvisibleCharacters(text)
      if (unseen.length > 0) say('unseen', where, unseen)
      const unknown = unknownPlaceholders(text, known.facts)
      if (unknown.length > 0) say('unknown-placeholder', where, unknown)
      const torn = tornPlaceholders(text)
      if (torn.length > 0) say('torn-placeholder', where, torn)
    }
    const where = `markdown${suffix[language]}`
    // A FAQ file is split at second-level headings, so an entry must not contain one.
    if (kind === 'faq' && /^## /m.test(markdown)) say('heading', where)
    const links = linksOf(markdown)
    const refused = links.filter((url) => !/^(https?:\/\/|mailto:|\/(?!\/)|#)/i.test(url))
    if (refused.length > 0) say('refused-link', where, refused)
    const dead = links.filter((url) => !refused.includes(url) && !leadsSomewhere(url, markdown, known.addresses))
    // Two new texts may link to each other, so one of them has to be published first.
    const coming = dead.filter((url) => leadsSomewhere(url, markdown, known.comingAddresses))
    if (coming.length > 0) say('coming-link', where, coming, true)
    if (dead.length > coming.length)
      say(
        'dead-link',
        where,
        dead.filter((url) => !coming.includes(url)),
      )
    const typed = typedNumbers(markdown)
    if (typed.length > 0) say('typed-number', where, typed, true)
  }
  if (kind === 'announcement' && fields.date === undefined) say('missing', 'date')
  if (kind === 'page' && !pageOnly.includes(slug)) say('no-page', 'text', pageOnly)
  if (kind === 'faq' && !known.categories.includes(fields.category ?? '')) say('missing', 'category')
  if (kind !== 'announcement' && fields.until !== undefined) say('never-ends', 'until')
  if (fields.until !== undefined && new Date(fields.until) <= new Date(fields.from ?? 0)) say('ends-first', 'until')
  if (fields.until !== undefined && new Date(fields.until) <= known.now) say('over', 'until')
  if (fields.sample && known.isRealShop) say('sample', 'sample')
  findings.push(...compareSides(fields, known.facts), ...findStale(fields, known.published))
  return findings
}

export function formatFinding({ finding, names }: Pick<Finding, 'finding' | 'names'>): Sentence {
  const name = finding === 'one-language' && names.length > 0 ? 'one-language-parts' : finding
  return { code: `finding.${name}` satisfies Code, params: { names: names.join(', ') } }
}

/** Malformed placeholders, such as `{{ name` without closing braces, which the page would show literally. */
const tornPlaceholders = (text: string): string[] =>
  text
    .replaceAll(/\{\{\s*[a-zA-Z]+\s*\}\}/g, '')
    .match(/\{\{[^{}\n]{0,40}(?:\}\})?|[^{}\n]{0,20}\}\}/g)
    ?.map((part) => part.trim()) ?? []

const linksOf = (markdown: string): string[] =>
  [...markdown.matchAll(/\]\(\s*<?([^)\s>]*)/g)].map((match) => match[1] ?? '')
const headingNames = (markdown: string): string[] =>
  [...markdown.matchAll(/\{#([a-z0-9-]+)\}\s*$/gm)].map((match) => match[1] ?? '')

function leadsSomewhere(url: string, markdown: string, addresses: readonly string[]): boolean {
  if (url.startsWith('#')) return headingNames(markdown).includes(url.slice(1))
  if (!url.startsWith('/')) return true
  const [path = ''] = url.split(/[?#]/, 1)
  if (url.startsWith('/faq#')) return addresses.includes(url)
  return (sitePaths as readonly string[]).includes(path) || addresses.includes(path) || path.startsWith('/user/')
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([a-zA-Z]+)\s*\}\}/g)].map((match) => match[1] ?? '')

function compareSides(fields: DraftFields, facts: readonly string[]): Finding[] {
  const [en, zh] = [sideOf(fields, 'en'), sideOf(fields, 'zh-CN')]
  if (en.markdown === '' || zh.markdown === '') return []
  const named = ({ title, summary, markdown }: typeof en) =>
    placeholders(`${title}\n${summary}\n${markdown}`).filter((name) => facts.includes(name))
  return [
    ['placeholders-differ', named(en), named(zh)] as const,
    ['headings-differ', headingNames(en.markdown), headingNames(zh.markdown)] as const,
    ['links-differ', linksOf(en.markdown), linksOf(zh.markdown)] as const,
  ].flatMap(([finding, ofEn, ofZh]) => {
    const lacking = (has: readonly string[], hasNot: readonly string[], where: string): Finding[] => {
      const names = [...new Set(has.filter((name) => !hasNot.includes(name)))]
      return names.length === 0 ? [] : [{ finding, where, names, harmless: true }]
    }
    return [...lacking(ofZh, ofEn, 'markdownEn'), ...lacking(ofEn, ofZh, 'markdownZh')]
  })
}

/**
 * Finds parts that were changed in only one language. The other language must be changed too, unless the operator
 * confirms that it is still right.
 */
function findStale(fields: DraftFields, published: DraftFields | null): Finding[] {
  if (!published || fields.stillRight) return []
  const sides = languages.flatMap((language) => [sideOf(published, language), sideOf(fields, language)])
  // Paragraphs match by number only if all versions have the same number of paragraphs.
  const areAligned = new Set(sides.map(({ markdown }) => paragraphsOf(markdown).length)).size === 1
  return languages.flatMap((language): Finding[] => {
    const [own, other] = [language, language === 'en' ? 'zh-CN' : 'en'].map((each) =>
      changedParts(sideOf(published, each as Language), sideOf(fields, each as Language)),
    ) as [Changed, Changed]
    const stale = (part: keyof Side, names: string[]): Finding => ({
      finding: 'one-language',
      where: `${part}${suffix[language]}`,
      names,
      harmless: false,
    })
    const lines = (['title', 'summary'] as const).filter((part) => other[part] && !own[part])
    const paragraphs = other.paragraphs.filter((number) =>
      areAligned ? !own.paragraphs.includes(number) : own.paragraphs.length === 0,
    )
    const names = paragraphs.map((number) => `¶ ${number}`)
    return [...lines.map((part) => stale(part, [])), ...(names.length > 0 ? [stale('markdown', names)] : [])]
  })
}

type Side = ReturnType<typeof sideOf>
type Changed = ReturnType<typeof changedParts>
const changedParts = (before: Side, after: Side) => ({
  title: before.title !== after.title,
  summary: before.summary !== after.summary,
  paragraphs: [...new Set(changedParagraphs(before.markdown, after.markdown).map(({ part }) => part))],
})
