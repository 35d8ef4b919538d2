import { isOwnName } from './own-names.rules.ts'

/** Popular passwords missing in English lists: numbers that sound like Chinese sentences, and common syllables. */
const popularPasswords: readonly string[] = [
  ...'520 521 5201314 1314 1314520 5211314 3344520 147258 147258369 258369 2580'.split(' '),
  ...'7758521 7758258 5845201314 1234qwer 123qwe qwe123 qaz123 qazwsx 1qaz 2wsx a123456'.split(' '),
  ...'woaini woaiwojia woaizhongguo wodemima mima buzhidao aini aiwo taobao weixin alipay'.split(' '),
  ...'zhang wang chen zhao huang asd123 zxc123 abc qwe asd zxc qaz wsx vpn wayfare'.split(' '),
]

/** Number of the most common passwords that are rejected without further checks. */
const refused = 3_000
/** Minimum number of guesses that a password must withstand. */
const leastGuesses = 1e7
/**
 * Length in characters up to which the number of guesses is estimated. The estimate takes quadratic time, and longer
 * passwords are never a single word, date or keyboard pattern.
 */
const longestGuessed = 16

type Guesser = { readonly common: ReadonlySet<string>; readonly guesses: (password: string) => number }
let guesser: Promise<Guesser> | undefined

/** Loads the dictionaries when the first password is checked, because they take 2 MB of memory. */
async function load(): Promise<Guesser> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const known = dictionary['passwords-common'].map(String)
  const words = { 'passwords-common': known, notorious: [...popularPasswords] }
  const zxcvbn = new ZxcvbnFactory({ dictionary: words, graphs: adjacencyGraphs, maxLength: longestGuessed })
  return {
    common: new Set(known.filter((word) => word.length >= 8).slice(0, refused)),
    guesses: (password) => zxcvbn.check(password).guesses,
  }
}

/** A repeated pattern is no stronger than the pattern itself. */
const isRepeat = (password: string): boolean => /^(.{1,12}?)\1+$/su.test(password)

/**
 * True if attackers would try the password early: common in leaks, a repetition, a sequence, a keyboard pattern, a
 * date, or an identifier of the account.
 */
export async function isCommonPassword(password: string, ownNames: readonly string[]): Promise<boolean> {
  guesser ??= load()
  const { common, guesses } = await guesser
  const text = password.normalize('NFKC').toLowerCase()
  if (common.has(text) || isRepeat(text) || isOwnName(password, ownNames)) return true
  return [...password].length <= longestGuessed && guesses(password) < leastGuesses
}
