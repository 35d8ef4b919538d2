/**
 * Values for `{{name}}` in texts. Numbers of rules and rates then come from the settings and cannot become outdated.
 */
export type Facts = Readonly<Record<string, string>>

const placeholder = /\{\{\s*([a-zA-Z]+)\s*\}\}/g
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Fills placeholders in rendered HTML. Unknown placeholders stay unchanged; the import of texts rejects them. */
export const fillHtml = (html: string, facts: Facts): string =>
  html.replaceAll(placeholder, (whole, name: string) => (facts[name] === undefined ? whole : escapeHtml(facts[name])))

export const fillText = (text: string, facts: Facts): string =>
  text.replaceAll(placeholder, (whole, name: string) => facts[name] ?? whole)

export const unknownPlaceholders = (text: string, facts: readonly string[]): string[] => [
  ...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? '').filter((name) => !facts.includes(name))),
]

/**
 * Parts of a text in which digits are allowed: placeholders, heading names, link URLs, list numbers, and names such as
 * SHA-256.
 */
const notTyped = [
  placeholder,
  /\{#[^}]*\}|\]\([^)]*\)|`[^`]*`/g,
  /^[ \t]*\d+\. /gm,
  /\b(?:argon2id|SHA-256|4G|5G|TRC-?20|ERC-?20|IPv[46]|TLS 1\.3)\b/g,
]

/** Numbers typed into a text that should come from a placeholder for a rule or rate. */
export function typedNumbers(markdown: string): string[] {
  const prose = notTyped.reduce((rest, pattern) => rest.replaceAll(pattern, ''), markdown)
  return [...prose.matchAll(/\d[\d.,:%]*/g)].map((match) => match[0])
}
