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

/** Placeholders, names of headings and addresses, numbers of a list, and names of things that have a digit in them. */
const notTyped = [
  placeholder,
  /\{#[^}]*\}|\]\([^)]*\)|`[^`]*`/g,
  /^[ \t]*\d+\. /gm,
  /\b(?:argon2id|SHA-256|4G|5G|TRC-?20|ERC-?20|IPv[46]|TLS 1\.3)\b/g,
]

/** Numbers that someone typed, though a rule or a rate should come from its placeholder. */
export function typedNumbers(markdown: string): string[] {
  const prose = notTyped.reduce((rest, pattern) => rest.replaceAll(pattern, ''), markdown)
  return [...prose.matchAll(/\d[\d.,:%]*/g)].map((match) => match[0])
}
