/** How a letter is written by people who want it to look like another sign; each stands for the letters that it may be. */
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

/** One form for all ways to write a word: case, width, signs in place of letters, and what stands between them. */
const fold = (text: string): string =>
  [...text.normalize('NFKC').toLowerCase()]
    .map((char) => lookalikes[char] ?? char)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const reversed = (text: string): string => [...text].toReversed().join('')

/** What a name consists of: the part of an address before the @, its host's name, the words between dots, and of a number its last digits. */
const partsOf = (name: string): string[] => {
  const [local = name, host = local] = name.split('@')
  const lengths = /^\+\d+$/.test(name) ? [8, 10, 11] : [name.length]
  const ends = lengths.map((length) => name.slice(-length))
  return [local, ...host.split('.', 1), ...local.split(/[._+-]/), ...ends]
}

/** Beyond a name so many more signs are needed for a password of its own. */
const leastOwnLength = 6

/**
 * Whether a password is little more than one of the account's own names, addresses or numbers: in any case, width or
 * disguise, forwards or backwards, once or repeated, with a few signs around it.
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
