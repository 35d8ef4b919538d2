/** What mail programs and browsers make a link of by themselves: an address with a scheme, a host, an address of mail. */
const addresses =
  /[a-z][a-z0-9+.-]{1,15}:\/\/\S{0,80}|\bwww\.\S{1,80}|[\w-]{1,63}\.[a-z]{2,24}\b[/:]?\S{0,40}|\S{1,64}@\S{1,80}/gi
/** A dot inside of these words belongs to no host. */
const abbreviations = /\b(?:e\.g|i\.e|a\.m|p\.m)\b\.?/gi

/** Everything in a text that a mail program makes a link of. */
export const findLinks = (text: string): string[] => text.replaceAll(abbreviations, '').match(addresses) ?? []

/** `evil[.]example`, `evil。example` and full-width letters, as a reader types them: the spellings that a plain search would miss. */
const asTyped = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\u00ad]/gu, '')
    .replaceAll(/\s?[([{]\s?(?:\.|dot|点)\s?[)\]}]\s?/giu, '.')
    .replaceAll(/(?<=[\w-])[。.](?=[a-z]{2})/gi, '.')
/** Begins only where a host can begin, so that a long text without one is read once. */
const ascii = /(?<![a-z0-9-])(?<![a-z0-9-]\.)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}/gi
/** Ends in letters that are not ASCII, so that a host inside of Chinese text is not taken with its neighbours. */
const international = /(?<![\p{L}\p{N}-])(?<![\p{L}\p{N}-]\.)(?:[\p{L}\p{N}-]+\.)+(?![a-z])\p{L}{2,24}/giu
const numeric = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g

/** Hosts that a text leads its readers to, in lower case, each once. */
export function hostsIn(text: string): string[] {
  const typed = asTyped(text).replaceAll(abbreviations, '')
  const found = [ascii, international, numeric].flatMap((kind) => typed.match(kind) ?? [])
  return [...new Set(found.map((host) => host.toLowerCase()))]
}

/** The same of every text inside a value: a setting, a row of a list. */
export function hostsOf(value: unknown): string[] {
  if (typeof value === 'string') return hostsIn(value)
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.entries(value).flatMap(([name, inner]) => [...hostsIn(name), ...hostsOf(inner)]))]
}
