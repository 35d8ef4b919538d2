import { isCalendarDay } from '#shared/calendar-day.ts'
import type { Language } from '#shared/language.ts'
import type { Sentence } from '#shared/sentence.ts'
import { sentence } from '#text/sentence.ts'

/** Text file `<language>/<folder>/<slug>.md`. It starts with lines `name: value` between two `---`. */
export type ContentFile = { readonly path: string; readonly text: string }
export type FileKind = 'announcement' | 'faq' | 'clause' | 'page' | 'mail'
export type ParsedText = {
  readonly kind: FileKind
  readonly slug: string
  readonly language: Language
  readonly title: string
  readonly details: {
    summary?: string | undefined
    action?: string | undefined
    incident?: true | undefined
    category?: string | undefined
    categoryTitle?: string | undefined
    position?: number | undefined
  }
  readonly markdown: string
  readonly publishedOn: string
  readonly demo: boolean
}

export const folders: Readonly<Record<FileKind, string>> = {
  announcement: 'announcements',
  faq: 'faq',
  clause: 'clauses',
  page: 'pages',
  mail: 'mails',
}

export class ContentFault extends Error {
  readonly fault: Sentence

  constructor(fault: Sentence) {
    super(fault.code)
    this.fault = fault
  }
}

/** Parses a content file. A FAQ file becomes a category with an entry under each heading. Throws `ContentFault`. */
export function parseFile({ path, text }: ContentFile): ParsedText[] {
  const place = /^(en|zh-CN)\/(announcements|faq|clauses|pages|mails)\/([a-z0-9-]+)\.md$/.exec(path)
  if (!place) throw new ContentFault(sentence('content.badPath', { path }))
  const [, language, folder, slug] = place as unknown as [string, Language, string, string]
  const kind = (Object.keys(folders) as FileKind[]).find((each) => folders[each] === folder)
  const head = /^---\n([\s\S]*?)\n---\n([\s\S]*)/.exec(text.replaceAll('\r\n', '\n'))
  if (!head || !kind) throw new ContentFault(sentence('content.noHead', { path }))
  const [, lines, body] = head as unknown as [string, string, string]
  const fields = new Map(
    lines.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
    }),
  )
  const title = fields.get('title')
  const publishedOn = fields.get('date')
  if (!title) throw new ContentFault(sentence('content.noTitle', { path }))
  if (!publishedOn || !isCalendarDay(publishedOn))
    throw new ContentFault(sentence('content.badDate', { path, example: '2025-04-20' }))
  const shared = { kind, language, publishedOn, demo: fields.get('demo') === 'yes' }
  const order = Number(fields.get('order') ?? 0)
  const markdown = body.trim()
  const action = fields.get('action')
  const isIncident = kind === 'announcement' && fields.get('incident') === 'yes'
  if (kind !== 'faq')
    return [
      {
        ...shared,
        slug,
        title,
        details: {
          summary: fields.get('summary') ?? '',
          ...(action && { action }),
          ...(isIncident && { incident: true }),
          position: order,
        },
        markdown,
      },
    ]
  return splitEntries(path, markdown).map((entry, index) => ({
    ...shared,
    slug: entry.slug,
    title: entry.title,
    details: { category: slug, categoryTitle: title, position: order * 1000 + index },
    markdown: entry.markdown,
  }))
}

function splitEntries(path: string, markdown: string) {
  return `\n${markdown}`
    .split(/\n## /)
    .slice(1)
    .map((part) => {
      const entry = /^(.*\S) *\{#([a-z0-9-]+)\} *\n([\s\S]*)/.exec(part)
      if (!entry) throw new ContentFault(sentence('content.badEntry', { path, heading: '## … {#name}' }))
      const [, title, slug, answer] = entry as unknown as [string, string, string, string]
      return { title, slug, markdown: answer.trim() }
    })
}

type Exported = Omit<ParsedText, 'kind'> & { readonly kind: FileKind }

export function writeFiles(texts: readonly Exported[]): ContentFile[] {
  const files = new Map<string, string>()
  const byPlace = texts.toSorted((a, b) => (a.details.position ?? 0) - (b.details.position ?? 0))
  for (const text of byPlace) {
    const { kind, language, details, publishedOn, demo } = text
    const path = `${language}/${folders[kind]}/${kind === 'faq' ? details.category : text.slug}.md`
    const head = (title: string, more: readonly string[]) =>
      ['---', `title: ${title}`, `date: ${publishedOn}`, ...more, ...(demo ? ['demo: yes'] : []), '---', ''].join('\n')
    if (kind === 'faq') {
      const order = Math.floor((details.position ?? 0) / 1000)
      const before = files.get(path) ?? head(details.categoryTitle ?? '', [`order: ${order}`])
      files.set(path, `${before}\n## ${text.title} {#${text.slug}}\n\n${text.markdown}\n`)
    } else {
      const more = [
        ...(details.summary ? [`summary: ${details.summary}`] : []),
        ...(details.action ? [`action: ${details.action}`] : []),
        ...(details.incident ? ['incident: yes'] : []),
        `order: ${details.position ?? 0}`,
      ]
      files.set(path, `${head(text.title, more)}\n${text.markdown}\n`)
    }
  }
  return [...files].map(([path, text]) => ({ path, text }))
}
