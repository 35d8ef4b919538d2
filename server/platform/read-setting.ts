import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Notes } from './describe-setting.ts'
import { describeEnvironment, type Setting, type Values } from './environment.ts'
import { allowedBy, findFaults } from './schema-faults.ts'

/**
 * Codes of the faults that a setting's value can have. The console shows each as a sentence in the operator's language.
 */
const faultCodes = [
  'missing',
  'form',
  'privateKey',
  'publicKey',
  'certificate',
  'apiV3Key',
  'stripeKey',
  'liveKey',
  'webhookSecret',
  'shortKey',
  'methods',
  'platformKeys',
  'demo',
  'xpub',
  'choice',
  'whole',
  'cnyPerUsd',
  'addresses',
  'oneAddress',
  'tooManyAddresses',
  'sameAddress',
  'twoNodes',
  'noPrice',
  'noNetwork',
] as const
type FaultCode = (typeof faultCodes)[number]
export type CodedFault = {
  readonly setting: string
  readonly code: FaultCode
  /** Further values of the sentence, such as limits. */
  readonly params?: Readonly<Record<string, string | number>>
}

export class ConfigError extends Error {
  readonly faults: readonly string[]
  /** Faults of account keys as codes, which the console shows in the operator's language. */
  coded: readonly CodedFault[] = []
  constructor(...faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
  static about(fault: CodedFault, sentence: string): ConfigError {
    return Object.assign(new ConfigError(sentence), { coded: [fault] })
  }
}

/** Invalid content of a file. `words` continue a sentence that begins with the name of the file. */
type WrongFile = { readonly code: FaultCode; readonly words: string }
export type CheckFile = (text: string) => WrongFile | null

/** Reads the file that a setting names. Throws `ConfigError`. */
export type ReadFile = (name: string, place: string, at: { readonly production: boolean }) => string

export type Env = Readonly<Record<string, string | undefined>>

export const keysDir = (dataDir: string) => path.join(dataDir, 'keys')

/**
 * Marker file in every folder of demo keys, so that the product recognizes demo keys after copying or through links.
 */
export const demoMarker = 'DEMO-KEYS'

export class SettingsReader {
  readonly values: Values
  readonly production: boolean
  readonly dataDir: string
  readonly #schema: Readonly<Record<string, Notes>>
  readonly #faults: string[] = []
  readonly #coded: CodedFault[] = []
  readonly #wrong = new Set<Setting>()
  readonly #readFile: ReadFile

  /** `readFile` is replaced when the values do not name files of this machine, such as keys entered in the console. */
  constructor(env: Env, readFile: ReadFile = secretFile) {
    this.#readFile = readFile
    this.production = env.APP_ENV === 'PROD'
    const schema = describeEnvironment(this.production)
    this.#schema = schema as Record<string, Notes>
    this.values = Object.fromEntries(
      (Object.keys(schema) as Setting[]).map((name) => [name, this.#read(schema[name], name, env)]),
    ) as Values
    this.dataDir = path.resolve(this.values.DATA_DIR ?? '')
    if (this.#wrong.has('APP_ENV')) this.refuse()
  }

  /**
   * Reads a setting or its default. An invalid value is recorded as a fault and replaced by the default. A setting that
   * is used only with another one (`usedWith`) has its default without it.
   */
  #read(schema: ReturnType<typeof describeEnvironment>[Setting], name: Setting, env: Env): unknown {
    const { default: fallback, usedWith, type } = schema as Notes & { type?: string }
    const text = env[name]
    if (!text || (usedWith !== undefined && !env[usedWith])) return fallback
    const value = type === 'integer' ? Number(text) : text
    if (findFaults(schema, value).length === 0) return value
    const allowed = allowedBy(schema)
    this.#wrong.add(name)
    const isShown = type === 'integer' || 'enum' in schema
    this.fault(isShown ? `${name} is "${text}"; it must be ${allowed}.` : `${name} is not ${allowed}.`, {
      setting: name,
      code: 'form',
    })
    return fallback
  }

  fault(sentence: string, coded?: CodedFault): void {
    this.#faults.push(sentence)
    if (coded) this.#coded.push(coded)
  }

  get coded(): readonly CodedFault[] {
    return this.#coded
  }

  refuse(): void {
    if (this.#faults.length > 0) throw new ConfigError(...this.#faults)
  }

  attempt<T>(read: () => T, instead: T): T {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      this.#faults.push(...error.faults)
      this.#coded.push(...error.coded)
      return instead
    }
  }

  requireNeeded(): void {
    for (const name of Object.keys(this.#schema) as Setting[]) {
      const { neededWith, neededIn, neededWhy } = this.#schema[name] ?? {}
      const isNeeded = this.values[neededWith as Setting] !== undefined || (neededIn === 'PROD' && this.production)
      if (isNeeded && this.values[name] === undefined && !this.#wrong.has(name))
        this.fault(neededWhy ?? `${name} is required in this configuration; see .env.example.`, {
          setting: name,
          code: 'missing',
        })
    }
  }

  text = (name: Setting): string => String(this.values[name] ?? '')

  file = (name: Setting, check?: CheckFile): string => {
    const place = this.text(name)
    if (place !== '') return this.fileAt(name, place, check)
    // In PROD and for settings that another setting requires, a missing key file is reported with another message,
    // elsewhere.
    if (!this.production && !this.#schema[name]?.neededWith)
      this.fault(`${name} is not set, and ${keysDir(this.dataDir)} holds no demo keys; \`npm start\` makes them.`)
    return ''
  }

  fileAt = (name: string, place: string, check: CheckFile = () => null): string =>
    this.readAt(name, place, (text) => {
      const wrong = check(text)
      if (wrong === null) return text
      throw ConfigError.about({ setting: name, code: wrong.code }, `${name}: ${place} ${wrong.words}.`)
    }) ?? ''

  readAt = <T>(name: string, place: string, read: (text: string) => T): T | null =>
    this.attempt(() => read(this.#readFile(name, place, this)), null)
}

const isPublic = (text: string): boolean =>
  /-----BEGIN (?:RSA )?(?:PUBLIC KEY|CERTIFICATE)-----/.test(text) && !text.includes('PRIVATE KEY-----')

/**
 * Rejects a key file that its group can change or that other accounts of the machine can read, change or execute.
 * Others may read a public key. Windows has no such modes.
 */
function refuseOpenFile(name: string, { file, mode, text }: { file: string; mode: number; text: string }): void {
  if (process.platform === 'win32' || (mode & 0o027) === 0 || (isPublic(text) && (mode & 0o022) === 0)) return
  const octal = (mode & 0o777).toString(8).padStart(4, '0')
  throw new ConfigError(
    `${name}: the key file ${file} has the mode ${octal}, so that other accounts of this machine can read or change it; set it to 0600 (chmod 600) or 0640.`,
  )
}

export function secretFile(name: string, file: string, { production }: { production: boolean }): string {
  try {
    const real = realpathSync(file)
    if (production && existsSync(path.join(path.dirname(real), demoMarker)))
      throw new ConfigError(`${name} points at a demo key (${file}); APP_ENV=PROD needs keys of its own.`)
    const text = readFileSync(real, 'utf8')
    if (production) refuseOpenFile(name, { file, mode: statSync(real).mode, text })
    return text
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${name}: the key file ${file} cannot be read.`)
  }
}
