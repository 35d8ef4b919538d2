/** Values for `{{name}}` in texts, so that numbers of rules and rates come from their source. */
export type Facts = Readonly<Record<string, string>>

const placeholder = /\{\{\s*([a-zA-Z]+)\s*\}\}/g
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** Fills placeholders in rendered HTML. Unknown names, which the import rejects, stay as they are. */
export const fillHtml = (html: string, facts: Facts): string =>
  html.replaceAll(placeholder, (whole, name: string) => (facts[name] === undefined ? whole : escapeHtml(facts[name])))

/** Fills placeholders in text that is escaped elsewhere. */
export const fillText = (text: string, facts: Facts): string =>
  text.replaceAll(placeholder, (whole, name: string) => facts[name] ?? whole)

/** Placeholder names without a value. */
export const unknownPlaceholders = (text: string, facts: readonly string[]): string[] => [
  ...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? '').filter((name) => !facts.includes(name))),
]

/** Parts without typed numbers: placeholders, heading names, addresses, list numbers, and names with digits. */
const notTyped = [
  placeholder,
  /\{#[^}]*\}|\]\([^)]*\)|`[^`]*`/g,
  /^[ \t]*\d+\. /gm,
  /\b(?:argon2id|SHA-256|4G|5G|TRC-?20|ERC-?20|IPv[46]|TLS 1\.3)\b/g,
]

/** Numbers that were typed although a rule or rate should come from a placeholder. */
export function typedNumbers(markdown: string): string[] {
  const prose = notTyped.reduce((rest, pattern) => rest.replaceAll(pattern, ''), markdown)
  return [...prose.matchAll(/\d[\d.,:%]*/g)].map((match) => match[0])
}
