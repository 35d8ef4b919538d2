import { readFileSync } from 'node:fs'
import path from 'node:path'
import { keysDir, type Env } from './read-setting.ts'

export const demoSettingsFile = 'settings.json'

type Parts = readonly Readonly<Record<string, string>>[]
type Demo = { readonly always: Parts; readonly withSimulator: Parts }
type At = {
  readonly environment: string
  readonly dataDir: string
  readonly simulator: boolean
  readonly simulatorPort: number
  readonly simulatorMailPort: number
}

/**
 * Fills unset variables with demo settings; each group of settings is used completely or not at all. PROD has no demo.
 */
export function withDemo(env: Env, at: At): Env {
  if (at.environment === 'PROD') return env
  const folder = keysDir(at.dataDir)
  const { always, withSimulator } = readDemo(path.join(folder, demoSettingsFile))
  const missing = [...always, ...(at.simulator ? withSimulator : [])].filter((part) => !env[Object.keys(part)[0] ?? ''])
  const fill = ([name, value]: [string, string]) => [
    name,
    name.endsWith('_FILE')
      ? path.join(folder, value)
      : value.replace('{port}', String(at.simulatorPort)).replace('{mailPort}', String(at.simulatorMailPort)),
  ]
  return { ...env, ...Object.fromEntries(missing.flatMap((part) => Object.entries(part).map(fill))) }
}

function readDemo(file: string): Demo {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Demo
  } catch {
    // Without demo settings, because they were never created or own keys are used, missing keys are reported later by
    // name.
    return { always: [], withSimulator: [] }
  }
}
