import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** A sentence that says which setting is wrong and why; the start prints it and ends with code 1. */
export class ConfigError extends Error {}

export type Env = Readonly<Record<string, string | undefined>>

export const keysDir = (dataDir: string) => path.join(dataDir, 'keys')

/** Lies in every folder of demo keys, whatever that folder is called and however one gets there. */
export const demoMarker = 'DEMO-KEYS'

export function secretFile(name: string, file: string, { production }: { production: boolean }): string {
  try {
    const real = realpathSync(file)
    if (production && existsSync(path.join(path.dirname(real), demoMarker)))
      throw new ConfigError(`${name} points at a demo key (${file}); APP_ENV=PROD needs keys of its own.`)
    return readFileSync(real, 'utf8')
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
