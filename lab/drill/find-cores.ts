import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { findFolders } from './find-program.ts'

export const coreNames = ['sing-box', 'mihomo', 'xray', 'v2ray'] as const
export type CoreName = (typeof coreNames)[number]
export type Core = { readonly name: CoreName; readonly program: string; readonly version: string }

const versionArgs = { 'sing-box': 'version', mihomo: '-v', xray: 'version', v2ray: '-version' } as const
/** Version in the build information of a Go program: sing-box prints none if it was installed as a Go module. */
const builtFrom = /\nmod\t\S+\tv(\S+)\t/

function versionOf(name: CoreName, program: string): string {
  const printed = execFileSync(program, [versionArgs[name]], { encoding: 'utf8' }).split('\n', 1)[0] ?? ''
  const version = /\d+\.\d+\.\d+\S*/.exec(printed)?.[0] ?? builtFrom.exec(readFileSync(program, 'latin1'))?.[1]
  if (version === undefined) throw new Error(`${program} states no version, by which apps get their document`)
  return version
}

/** Returns all cores of VPN apps on PATH, in the order of `coreNames`: each version of a core reads another document. */
export function findCores(): Core[] {
  const found = coreNames.flatMap((name) =>
    findFolders([name]).map((folder): Core => {
      const program = path.join(folder, name)
      return { name, program, version: versionOf(name, program) }
    }),
  )
  return [...new Map(found.map((core) => [`${core.name} ${core.version}`, core])).values()]
}
