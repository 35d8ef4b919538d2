import { ConfigError } from './read-setting.ts'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a JSON object of a configuration file. What is wrong becomes one sentence that names the place. */
export class FileReader {
  readonly #value: Readonly<Record<string, unknown>>
  readonly #source: string
  readonly #place: string

  private constructor(value: unknown, source: string, place: string) {
    this.#source = source
    this.#place = place
    this.#value = isRecord(value) ? value : this.fail('', 'is no object')
  }

  static parse(text: string, source: string): FileReader {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      throw new ConfigError(`${source} is no JSON.`)
    }
    return new FileReader(value, source, '')
  }

  fail(name: string, what: string): never {
    const place = [this.#place, name].filter(Boolean).join('.')
    throw new ConfigError(`${this.#source}${place === '' ? '' : `, ${place}`} ${what}.`)
  }
  keys(): string[] {
    return Object.keys(this.#value)
  }
  value(name: string): unknown {
    return this.#value[name]
  }
  child(name: string): FileReader {
    return new FileReader(this.#value[name], this.#source, [this.#place, name].filter(Boolean).join('.'))
  }
  list(name: string): FileReader[] {
    const value = this.#value[name]
    if (!Array.isArray(value)) return this.fail(name, 'is no list')
    return value.map((entry: unknown, at) => new FileReader(entry, this.#source, `${this.#place}.${name}[${at}]`))
  }
  text<F extends string | null | undefined>(name: string, fallback: F): string | Exclude<F, undefined> {
    const value = this.#value[name] ?? fallback
    if (typeof value === 'string' && value !== '') return value
    return value === null && fallback === null ? (value as Exclude<F, undefined>) : this.fail(name, 'is no text')
  }
  number(name: string, fallback: number | undefined, least: number, most: number): number {
    const value = this.#value[name] ?? fallback
    if (typeof value === 'number' && value >= least && value <= most) return value
    return this.fail(name, `is no number from ${least} to ${most}`)
  }
  integer<F extends number | null | undefined>(
    name: string,
    fallback: F,
    least: number,
    most: number,
  ): number | Exclude<F, undefined> {
    const value = this.#value[name] ?? fallback
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
    if (value === null && fallback === null) return value as Exclude<F, undefined>
    return this.fail(name, `is no whole number from ${least} to ${most}`)
  }
  boolean(name: string, fallback: boolean): boolean {
    const value = this.#value[name] ?? fallback
    return typeof value === 'boolean' ? value : this.fail(name, 'is neither true nor false')
  }
  oneOf<const T extends readonly string[]>(name: string, allowed: T, fallback: T[number]): T[number] {
    const value = this.#value[name] ?? fallback
    return allowed.find((known) => known === value) ?? this.fail(name, `is none of ${allowed.join(', ')}`)
  }
  url(name: string, fallback: string | null, protocols?: readonly string[]): string
  url(name: string, fallback: string | null): string | null
  url(name: string, fallback: string | null, protocols?: readonly string[]): string | null {
    const value = this.#value[name] ?? fallback
    if (value === null && !protocols) return null
    const allowed = protocols ?? ['https:', 'http:']
    if (typeof value === 'string' && URL.canParse(value) && allowed.includes(new URL(value).protocol))
      return value.replace(/\/$/, '')
    return this.fail(name, `is no URL that begins with ${allowed.map((protocol) => `${protocol}//`).join(' or ')}`)
  }
}
