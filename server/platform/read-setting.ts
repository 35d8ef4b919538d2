import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** A sentence that says which setting is wrong and why; the start prints it and ends with code 1. */
export class ConfigError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>

export const keysDir = (dataDir: string) => path.join(dataDir, 'keys')

/** Lies in every folder of demo keys, whatever that folder is called and however one gets there. */
export const demoMarker = 'DEMO-KEYS'

const isPublic = (text: string): boolean =>
  /-----BEGIN (?:RSA )?(?:PUBLIC KEY|CERTIFICATE)-----/.test(text) && !text.includes('PRIVATE KEY-----')

/** A secret that every account of the machine can read, or another group can change, is none. Keys that are public may be read. */
function refuseOpenFile(name: string, { file, mode, text }: { file: string; mode: number; text: string }): void {
  // Windows keeps rights elsewhere.
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

export const missing = (name: string): never => {
  throw new ConfigError(`${name} is required in this configuration; see .env.example.`)
}

export function oneOf<const T extends readonly string[]>(
  env: Env,
  name: string,
  allowed: T,
  fallback: T[number],
): T[number] {
  const value = env[name] || fallback
  if (allowed.includes(value)) return value
  throw new ConfigError(`${name} is "${value}"; it must be one of ${allowed.join(', ')}.`)
}

export function integerOf(env: Env, name: string, fallback: number, least: number, most: number): number {
  const value = env[name] ? Number(env[name]) : fallback
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new ConfigError(`${name} is "${env[name]}"; it must be a whole number from ${least} to ${most}.`)
}
export const portOf = (env: Env, name: string, fallback: number) => integerOf(env, name, fallback, 1, 65_535)

export function urlOf(env: Env, name: string, protocols: readonly string[]): string | null {
  const value = env[name]
  if (!value) return null
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new ConfigError(`${name} is not a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
}
