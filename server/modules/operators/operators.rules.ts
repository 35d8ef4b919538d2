import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

/** Hours after which an operator's session ends, and minutes without use after which it ends earlier. */
export const sessionHours = 12
export const idleMinutes = 30
/** Minutes for which the second factor stays valid for actions that move money. */
export const factorMinutes = 5
export const invitationHours = 24

const minute = 60_000
export const isFactorFresh = (factorAt: Date, now: Date): boolean =>
  now.getTime() - factorAt.getTime() < factorMinutes * minute

/** Names that the audit log uses for actions by the product itself. */
const reserved = ['system']

/**
 * Scripts (writing systems) of which an operator's name may use only one. Chinese, Japanese and Korean count as one
 * script, because they mix.
 */
const scripts = [
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u,
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Armenian', 'Georgian', 'Devanagari', 'Thai'].map(
    (script) => new RegExp(`^[\\p{Script=${script}}\\p{Script=Common}\\p{Script=Inherited}]*$`, 'u'),
  ),
]

/**
 * Letters and digits that look like one or two Latin letters, from confusables.txt (Unicode UTS #39, version 14.0):
 * Cyrillic, Greek, Armenian and Latin ones without their accents. In addition п and η, which resemble lower-case
 * letters.
 */
const lookalikes: ReadonlyMap<string, string> = new Map(
  [
    'аa вb сc ԁd еe һh нh іi јj кk ӏl мm оo рp ԛq гr ѕs тt ѵv ԝw хx уy пn бb ыbl ьb юlo ћh ѡw ѣb ѳo ѽw ҍb',
    'ғr қk ҟk ңh ҫc ҭt үy ұy ҳx ҽe ҿe ӈh ӊh ӎm ӕae өo ԍg ꙇi ꚕh ꚙoo',
    'αa βb εe ηn ιi κk νv οo ρp τt υu χx γy μu ζz θo ςc σo ϝf ϳj ϻm ᴦr',
    'օo ոn սu աw գq զq հh ռn տs ցg քf',
    'æae ðd đd ħh łl œoe ŧt ƀb ƃb ƅb ƌd ƍg ƒf ƙk ƚl ƞn ƥp ƭt ƴy ƶz ƽs ǀl ǁll ǥg ȥz ȼc ɇe ɉj ɍr ɏy ɑa ɓb',
    'ɖd ɗd ɠg ɡg ɣy ɦh ɨi ɩi ɪi ɫl ɭl ɯw ɱrn ɲn ɳn ɵo ɼr ɽr ʀr ʂs ʈt ʉu ʋu ʏy ʐz ʝj ʠq ʣdz ʦts ʪls ʫlz ᴄc',
    'ᴏo ᴑo ᴜu ᴠv ᴡw ᴢz ᵫue ᵮf ᵯrn ᵰn ᵲr ᵴs ᵵt ᵶz ᵻi ᵼi ᵽp ᵾu ᶃg ᶌy ẝf ỿy ⱦt ⱨh ⱪk ꜱs ꜳaa ꜵao ꜷau ꜹav ꜻav',
    'ꜽay ꝁk ꝋo ꝏoo ꝡw ꝷtf ꞙf ꞟu ꞵb ꬲe ꬵf ꬽo ꬾo ꭇr ꭈr ꭎu ꭒu ꭓx ꭚy ꭣuo øo',
    '0o 1l',
  ]
    .flatMap((row) => row.split(' '))
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/** Letter pairs that look like one letter: `rn` from confusables.txt, the others as most fonts draw them. */
const pairs = { rn: 'm', vv: 'w', cl: 'd' } as const

/**
 * Form of an operator's name by its looks. A name that looks like an existing one is rejected, even if its letters
 * differ.
 */
export const operatorNameLook = (name: string): string =>
  [...operatorNameKey(name).normalize('NFD').replaceAll(/\p{M}/gu, '')]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replaceAll(/[ ._-]/g, '')
    .replaceAll('i', 'l')
    .replaceAll(/rn|vv|cl/g, (pair) => pairs[pair as keyof typeof pairs])

/**
 * Normalises an operator's name as typed. Null if it is invalid: a name has 2 to 40 letters and digits of one script,
 * with single dots, dashes, underscores or spaces between them, and does not look like a reserved name.
 */
export function readOperatorName(typed: string): string | null {
  const name = typed.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const isWritable = /^(?=.{2,40}$)[\p{L}\p{M}\p{N}]+(?:[ ._-][\p{L}\p{M}\p{N}]+)*$/u.test(name)
  const isOfOneScript = scripts.some((script) => script.test(name))
  return isWritable && isOfOneScript && !reserved.includes(operatorNameLook(name)) ? name : null
}

/** Comparison key of an operator's name: `Lin`, `lin ` and `ＬＩＮ` have the same key. */
export const operatorNameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase().normalize('NFKC')

const leastSecret = 12
const maxSecret = 128

export function findSecretFault(secret: string, name: string): Sentence | null {
  const length = [...secret].length
  if (length < leastSecret || length > maxSecret)
    return sentence('secret.badLength', { least: leastSecret, most: maxSecret, has: length })
  if (new Set(secret).size < 6) return sentence('secret.fewCharacters')
  return operatorNameKey(secret).includes(operatorNameKey(name)) ? sentence('secret.containsName') : null
}

type Standing = {
  readonly id: string
  readonly role: OperatorRole
  readonly demo: boolean
  readonly disabledAt: Date | null
  readonly invitedUntil: Date | null
}

export const isActiveOwner = ({ role, demo, disabledAt, invitedUntil }: Standing): boolean =>
  role === 'owner' && !demo && disabledAt === null && invitedUntil === null

/** True if another owner who can sign in remains after this one is removed. */
export const leavesAnOwner = (all: readonly Standing[], withoutId: string): boolean =>
  all.some((operator) => operator.id !== withoutId && isActiveOwner(operator))

export const isOwnerless = (all: readonly Standing[]): boolean => !all.some(isActiveOwner)

/**
 * True for an operator account that was never used, so that a new invitation link cannot take over anybody's access.
 */
export const isNeverUsed = (
  account: Pick<Standing, 'demo' | 'disabledAt'> & { readonly acceptedAt: Date | null },
): boolean => !account.demo && account.disabledAt === null && account.acceptedAt === null
