import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { findFolders } from './find-program.ts'
import type { Certificate } from '#simulators/node/v2ray-daemon.ts'

export type V2ray = { readonly program: string; readonly version: string; makeCertificate(name: string): Certificate }

/** Finds v2ray and its tool on this machine; null if not installed. */
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
