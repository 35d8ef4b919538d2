import { findLinks } from '#shared/link-hosts.ts'
import { listInvisibleCharacters } from '#shared/visible-text.ts'
import { findMailSpec } from './mail-values.ts'

/** Operator's own text for one mail in one language. Plain text without markup. */
export type Wording = {
  readonly subject: string
  readonly heading: string
  /** Text of the mail in paragraphs, separated by an empty line. */
  readonly text: string
  /** Label of the link; empty uses the product's label. Operators cannot change the link's target. */
  readonly action: string
}
type WordingPart = keyof Wording
type WordingFault = {
  readonly fault:
    | 'missing'
    | 'line-break'
    | 'unseen'
    | 'unknown-placeholder'
    | 'torn-placeholder'
    | 'needs-placeholder'
    | 'mail-link'
  readonly part: WordingPart
  readonly names: readonly string[]
}

const placeholder = /\{\{\s*([a-zA-Z]+)\s*\}\}/g
const namesIn = (text: string): string[] => [...text.matchAll(placeholder)].map((match) => match[1] ?? '')
export function findWordingFaults(slug: string, wording: Wording): WordingFault[] {
  const spec = findMailSpec(slug)
  if (!spec) return [{ fault: 'missing', part: 'subject', names: [slug] }]
  const faults = (Object.entries(wording) as [WordingPart, string][]).flatMap(([part, text]): WordingFault[] => {
    const unknown = namesIn(text).filter((name) => !spec.placeholders.includes(name))
    const unseen = listInvisibleCharacters(text)
    const bare = text.replaceAll(placeholder, '')
    const links = findLinks(bare)
    return [
      ...(text.trim() === '' && part !== 'action' ? [{ fault: 'missing' as const, part, names: [] }] : []),
      ...(part !== 'text' && /[\r\n\u2028\u2029]/.test(text)
        ? [{ fault: 'line-break' as const, part, names: [] }]
        : []),
      ...(unseen.length > 0 ? [{ fault: 'unseen' as const, part, names: unseen }] : []),
      ...(unknown.length > 0 ? [{ fault: 'unknown-placeholder' as const, part, names: unknown }] : []),
      ...(/\{\{|\}\}/.test(bare)
        ? [{ fault: 'torn-placeholder' as const, part, names: bare.match(/\{\{|\}\}/g) ?? [] }]
        : []),
      ...(links.length > 0 ? [{ fault: 'mail-link' as const, part, names: links }] : []),
    ]
  })
  const named = namesIn(`${wording.heading}\n${wording.text}`)
  const lacking = spec.needs.filter((name) => !named.includes(name))
  return lacking.length > 0 ? [...faults, { fault: 'needs-placeholder', part: 'text', names: lacking }] : faults
}

/**
 * Fills in the placeholders of an operator's text. Null if the text has errors or the message lacks a value; the
 * product's text is then sent.
 */
export function fillWording(
  slug: string,
  wording: Wording,
  values: Readonly<Record<string, string | null>>,
): Wording | null {
  if (findWordingFaults(slug, wording).length > 0) return null
  const all = namesIn(Object.values(wording).join('\n'))
  if (all.some((name) => (values[name] ?? null) === null)) return null
  const fill = (text: string) => text.trim().replaceAll(placeholder, (_whole, name: string) => values[name] ?? '')
  return {
    // The subject is a mail header, but values chosen by users may contain line breaks.
    subject: fill(wording.subject).replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
    heading: fill(wording.heading),
    text: fill(wording.text),
    action: fill(wording.action),
  }
}
