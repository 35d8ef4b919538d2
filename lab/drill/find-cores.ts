import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { findFolder } from './find-program.ts'

export const coreNames = ['sing-box', 'mihomo', 'xray', 'v2ray'] as const
export type CoreName = (typeof coreNames)[number]
export type Core = { readonly name: CoreName; readonly program: string; readonly version: string }

const versionArgs = { 'sing-box': 'version', mihomo: '-v', xray: 'version', v2ray: '-version' } as const
function versionOf(name: CoreName, program: string): string {
  const said = execFileSync(program, [versionArgs[name]], { encoding: 'utf8' }).split('\n', 1)[0] ?? ''
  return /\d+\.\d+\.\d+\S*/.exec(said)?.[0] ?? 'of unknown version'
}

/** Returns the cores of VPN apps on this machine, in the order of `coreNames`. */
export function findCores(): Core[] {
  return coreNames.flatMap((name) => {
    const folder = findFolder([name])
    if (folder === null) return []
    const program = path.join(folder, name)
    return [{ name, program, version: versionOf(name, program) }]
  })
}
