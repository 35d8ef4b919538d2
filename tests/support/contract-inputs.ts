/** Generates valid and invalid inputs from contract schemas; deterministic for a seed. */
export type SeededRandom = {
  /** Integer from 0 to `sides` − 1. */
  below(sides: number): number
  oneOf<T>(things: readonly T[]): T
  chance(percent: number): boolean
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (sides: number) => Math.floor(next() * sides)
  return { below, oneOf: (things) => things[below(things.length)]!, chance: (percent) => below(100) < percent }
}

export type Schema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Realistic values by field name, for fields where random ones would be rejected early. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Generates valid input. `hostile`: texts may contain anything. */
export function makeValid(
  schema: Schema,
  random: SeededRandom,
  known: Known = {},
  hostile = false,
  name = '',
): unknown {
  if (schema.const !== undefined) return schema.const
  const stock = known[name]
  if (stock !== undefined && stock.length > 0 && (!hostile || random.chance(60))) return random.oneOf(stock)
  if (schema.enum) return random.oneOf(schema.enum)
  if (schema.anyOf) return makeValid(random.oneOf(schema.anyOf), random, known, hostile, name)
  switch (schema.type ?? 'string') {
    case 'object': {
      const names = Object.keys(schema.properties ?? {}).filter(
        (key) => schema.required?.includes(key) || random.chance(60),
      )
      return Object.fromEntries(
        names.map((key) => [key, makeValid(schema.properties![key]!, random, known, hostile, key)]),
      )
    }
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + random.below(3) }, () =>
        makeValid(schema.items ?? {}, random, known, hostile, name),
      )
    case 'boolean':
      return random.chance(70)
    case 'integer':
    case 'number':
      return makeNumber(schema, random)
    case 'null':
      return null
    default:
      return makeText(schema, random, hostile)
  }
}

function makeNumber({ minimum = -1_000_000, maximum = Number.MAX_SAFE_INTEGER }: Schema, random: SeededRandom): number {
  const edges = [minimum, maximum, Math.max(minimum, 0), Math.max(minimum, 1), 26_800].filter(
    (n) => n >= minimum && n <= maximum,
  )
  return random.chance(60) ? random.oneOf(edges) : minimum + random.below(Math.min(maximum - minimum, 2 ** 32))
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ0123456789_-'.split('')
/** Characters allowed by both patterns of the contract: keys and group codes. */
const codeLetters = '0123456789abcdefghjkmnpqrstvwxyz'.split('')
/** Inputs that have caused bugs in other software. */
const nasty = [
  "' or 1=1; --",
  '"; drop table users; --',
  '%s%n%x',
  '${jndi:ldap://x}',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '\u202Etxt.exe',
  '\uFEFF',
  '\u0000',
  '\uD800',
  '𝕬𝖉𝖒𝖎𝖓',
  'İIıi',
  'ＡＤＭＩＮ',
  '👩‍👩‍👧‍👦',
  'a\u0301\u0301\u0301',
  '\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'NaN',
  '1e309',
  '\\',
  '%00',
  '{}',
  '[]',
]

const dayPattern = String.raw`^\d{4}-\d\d-\d\d$`

function makeText({ pattern, minLength = 0, maxLength = 64 }: Schema, random: SeededRandom, hostile: boolean): string {
  if (pattern === dayPattern) return `2026-0${1 + random.below(9)}-${10 + random.below(19)}`
  if (pattern !== undefined) {
    const length = Math.max(Number(/\{(\d+)/.exec(pattern)?.[1] ?? 1), 1)
    return Array.from({ length }, () => random.oneOf(codeLetters)).join('')
  }
  const length = minLength + random.below(Math.min(maxLength - minLength, 40) + 1)
  const plain = Array.from({ length }, () => random.oneOf(letters)).join('')
  if (!hostile) return plain || 'x'.repeat(minLength)
  if (random.chance(10)) return 'x'.repeat(maxLength)
  const text = (random.oneOf(nasty) + plain).slice(0, maxLength)
  return text.length < minLength ? plain : text
}

const wrong: readonly unknown[] = [
  null,
  '',
  [],
  {},
  true,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 53 + 2,
  'x'.repeat(5_000),
  '9'.repeat(400),
  [[[[[[[[[[]]]]]]]]]],
  { toString: 'x' },
  { length: -1 },
  ['a', 'b'],
]

/** Invalid input: one to three fields are missing, unknown, out of range or of another type. */
export function makeWrong(schema: Schema, random: SeededRandom, known: Known): unknown {
  if (random.chance(5)) return random.oneOf(wrong)
  const input = makeValid(schema, random, known, true)
  if (typeof input !== 'object' || input === null) return input
  const fields = input as Record<string, unknown>
  for (let left = 1 + random.below(3); left > 0; left--) {
    const names = [...Object.keys(schema.properties ?? {}), 'extra', '__proto__', 'signature', 'userId']
    const name = random.oneOf(names)
    if (random.chance(30)) delete fields[name]
    else
      Object.defineProperty(fields, name, {
        value: random.oneOf(wrong),
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return fields
}
