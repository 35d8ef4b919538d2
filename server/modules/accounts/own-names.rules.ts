const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '!': 'i',
  '|': 'i',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '8': 'b',
  '9': 'g',
  '6': 'g',
  '2': 'z',
}

const fold = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()]
    .map((char) => lookalikes[char] ?? char)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const reversed = (text: string): string => [...text].toReversed().join('')

/**
 * Parts of a name that are compared. For an email address: local part, host and words. For a phone number: its last
 * digits.
 */
const partsOf = (name: string): string[] => {
  const [local = name, host = local] = name.split('@')
  const lengths = /^\+\d+$/.test(name) ? [8, 10, 11] : [name.length]
  const ends = lengths.map((length) => name.slice(-length))
  return [local, ...host.split('.', 1), ...local.split(/[._+-]/), ...ends]
}

/** Minimum number of characters that a password must have besides the account's name. */
const leastOwnLength = 6

/**
 * True if a password is little more than an identifier of the account: in any case, width or disguise, reversed or
 * repeated.
 */
export function isOwnName(password: string, names: readonly string[]): boolean {
  const folded = fold(password)
  return names.flatMap(partsOf).some((part) => {
    const name = fold(part)
    if (name.length < 4) return false
    const rest = folded.replaceAll(name, '').replaceAll(reversed(name), '')
    return rest.length < folded.length && [...rest].length < leastOwnLength
  })
}
