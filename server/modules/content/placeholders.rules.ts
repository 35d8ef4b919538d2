/** Values that texts name as `{{name}}`: every number of a rule or a rate comes from where the rule is kept. */
export type Facts = Readonly<Record<string, string>>

const placeholder = /\{\{\s*([a-zA-Z]+)\s*\}\}/g
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Puts the facts into rendered HTML. An unknown name stays visible as it is: the import has refused it before. */
export const fillHtml = (html: string, facts: Facts): string =>
  html.replaceAll(placeholder, (whole, name: string) => (facts[name] === undefined ? whole : escapeHtml(facts[name])))

/** The same for text that something else escapes. */
export const fillText = (text: string, facts: Facts): string =>
  text.replaceAll(placeholder, (whole, name: string) => facts[name] ?? whole)

/** Names in a text that no fact answers. */
export const unknownPlaceholders = (text: string, facts: readonly string[]): string[] => [
  ...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? '').filter((name) => !facts.includes(name))),
]

/**
 * Numbers that someone typed, though a rule or a rate should come from its placeholder. Left out: placeholders, names of
 * headings, addresses, numbers of a list, and names of things that have a digit in them.
 */
export function typedNumbers(markdown: string): string[] {
  const prose = markdown
    .replaceAll(placeholder, '')
    .replaceAll(/\{#[^}]*\}|\]\([^)]*\)|`[^`]*`/g, '')
    .replaceAll(/^[ \t]*\d+\. /gm, '')
    .replaceAll(/\b(?:argon2id|SHA-256|4G|5G|TRC-?20|ERC-?20|IPv[46]|TLS 1\.3)\b/g, '')
  return [...prose.matchAll(/\d[\d.,:%]*/g)].map((match) => match[0])
}
