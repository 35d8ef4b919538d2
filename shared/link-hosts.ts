/** Matches text that mail programs and browsers turn into links: URLs, host names, email addresses. */
const addresses =
  /[a-z][a-z0-9+.-]{1,15}:\/\/\S{0,80}|\bwww\.\S{1,80}|[\w-]{1,63}\.[a-z]{2,24}\b[/:]?\S{0,40}|\S{1,64}@\S{1,80}/gi
const abbreviations = /\b(?:e\.g|i\.e|a\.m|p\.m)\b\.?/gi

export const findLinks = (text: string): string[] => text.replaceAll(abbreviations, '').match(addresses) ?? []

/**
 * Undoes disguised spellings of host names that a plain search would miss: `evil[.]example`, `evil。example`, full-width
 * letters.
 */
const asTyped = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\u00ad]/gu, '')
    .replaceAll(/\s?[([{]\s?(?:\.|dot|点)\s?[)\]}]\s?/giu, '.')
    .replaceAll(/(?<=[\w-])[。.](?=[a-z]{2})/gi, '.')
/**
 * Matches an ASCII host name, but only at a possible start of a host, so that long text without hosts is scanned once.
 */
const ascii = /(?<![a-z0-9-])(?<![a-z0-9-]\.)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}/gi
/**
 * Matches an international host name. Its last part must begin with a non-ASCII letter, so that an ASCII host between
 * Chinese letters (`看evil.example吧`) is left to `ascii` and not matched together with its neighbours.
 */
const international = /(?<![\p{L}\p{N}-])(?<![\p{L}\p{N}-]\.)(?:[\p{L}\p{N}-]+\.)+(?![a-z])\p{L}{2,24}/giu
const numeric = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g

export function hostsIn(text: string): string[] {
  const typed = asTyped(text).replaceAll(abbreviations, '')
  const found = [ascii, international, numeric].flatMap((kind) => typed.match(kind) ?? [])
  return [...new Set(found.map((host) => host.toLowerCase()))]
}

export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)])
}

/**
 * Host name of a web address as browsers and mail programs read it, also if disguised as `evil%2eexample`, a number or
 * IPv6. An unreadable web address counts as a host of its own. Empty for texts that are no web address.
 */
function hostOfAddress(text: string): string[] {
  const address = text.trim().replace(/^mailto:[^@]*@/i, 'https://')
  return /^https?:/i.test(address) ? [URL.parse(address)?.hostname ?? address.toLowerCase()] : []
}

/** Finds the host names in every string inside a value. A string that is a web address is read as browsers read it. */
export const hostsOf = (value: unknown): string[] => [
  ...new Set(stringsIn(value).flatMap((text) => [...hostsIn(text), ...hostOfAddress(text)])),
]
