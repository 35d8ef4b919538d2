import { notoriousWords } from './notorious-words.ts'
import { isOwnName } from './own-names.rules.ts'

/** How many of the most common passwords that are long enough to be chosen are refused, whatever their strength. */
const refused = 3_000
/** A password that is found within so many guesses of a thorough guesser is among the first that are tried. */
const leastGuesses = 1e7
/** Matching takes time that grows with the square of the length, and a longer password is no word, date or walk. */
const longestGuessed = 16

type Guesser = { readonly common: ReadonlySet<string>; readonly guesses: (password: string) => number }
let guesser: Promise<Guesser> | undefined

/** Loaded at the first registration: 2 MB that no other work needs. */
async function load(): Promise<Guesser> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const known = dictionary['passwords-common'].map(String)
  const words = { 'passwords-common': known, notorious: [...notoriousWords] }
  const zxcvbn = new ZxcvbnFactory({ dictionary: words, graphs: adjacencyGraphs, maxLength: longestGuessed })
  return {
    common: new Set(known.filter((word) => word.length >= 8).slice(0, refused)),
    guesses: (password) => zxcvbn.check(password).guesses,
  }
}

/** A few signs again and again are no longer than the signs themselves. */
const isRepeat = (password: string): boolean => /^(.{1,12}?)\1+$/su.test(password)

/**
 * Whether a password is among the first that anyone would try: common in leaks, a repeat, a sequence, a walk over the
 * keyboard, a date, or one of the account's own names, addresses and numbers.
 */
export async function isCommonPassword(password: string, ownNames: readonly string[]): Promise<boolean> {
  guesser ??= load()
  const { common, guesses } = await guesser
  const text = password.normalize('NFKC').toLowerCase()
  if (common.has(text) || isRepeat(text) || isOwnName(password, ownNames)) return true
  return [...password].length <= longestGuessed && guesses(password) < leastGuesses
}
