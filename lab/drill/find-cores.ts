import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Certificate } from '#simulators/node/v2ray-daemon.ts'

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const findFolders = (names: readonly string[]): string[] =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((place) => place !== '' && names.every((name) => isProgram(path.join(place, name))))

export const coreNames = ['sing-box', 'mihomo', 'xray', 'v2ray'] as const
export type CoreName = (typeof coreNames)[number]
export type Core = { readonly name: CoreName; readonly program: string; readonly version: string }

const versionArgs = { 'sing-box': 'version', mihomo: '-v', xray: 'version', v2ray: '-version' } as const
/**
 * Matches the version in the build information of a Go program, because sing-box prints no version if it was installed
 * as a Go module.
 */
const builtFrom = /\nmod\t\S+\tv(\S+)\t/

function versionOf(name: CoreName, program: string): string {
  const printed = execFileSync(program, [versionArgs[name]], { encoding: 'utf8' }).split('\n', 1)[0] ?? ''
  const version = /\d+\.\d+\.\d+\S*/.exec(printed)?.[0] ?? builtFrom.exec(readFileSync(program, 'latin1'))?.[1]
  if (version === undefined) throw new Error(`${program} states no version, by which apps get their document`)
  return version
}

/**
 * Finds all cores (VPN programs inside apps) on PATH, in the order of `coreNames`. Each version of a core may read
 * another document.
 */
export function findCores(): Core[] {
  const found = coreNames.flatMap((name) =>
    findFolders([name]).map((folder): Core => {
      const program = path.join(folder, name)
      return { name, program, version: versionOf(name, program) }
    }),
  )
  return [...new Map(found.map((core) => [`${core.name} ${core.version}`, core])).values()]
}

export type V2ray = { readonly program: string; readonly version: string; makeCertificate(name: string): Certificate }

export function findV2ray(): V2ray | null {
  const [folder] = findFolders(['v2ray', 'v2ctl'])
  if (folder === undefined) return null
  const program = path.join(folder, 'v2ray')
  const run = (name: string, args: readonly string[]) =>
    execFileSync(path.join(folder, name), args, { encoding: 'utf8' })
  return {
    program,
    version: run('v2ray', ['-version']).split(' (', 1)[0] ?? '',
    makeCertificate: (name) => JSON.parse(run('v2ctl', ['cert', `--domain=${name}`, '--expire=24h'])) as Certificate,
  }
}
