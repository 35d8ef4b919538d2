import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { ConfigError } from '#server/platform/read-setting.ts'
import { connect } from '../connect.ts'
import { copyFolder } from './copy-folder.ts'

export type Base = {
  readonly folder: string
  readonly takenAt: Date
  readonly firstLog: string
  readonly bytes: number
}

/**
 * Folders and files that a server recreates at start or that are not part of the database; folders are copied empty.
 */
const ownFolders = /^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const ownFiles = /^(?:postmaster\.(?:pid|opts)|server\.log|backup_label|tablespace_map)$|(?:^|\/)pgsql_tmp/
const isOwn = (inside: string): boolean => ownFolders.test(inside) || ownFiles.test(inside)

/**
 * Takes a base copy of a running server on this machine, in a new folder below `into`. `connection` must be a
 * superuser. Throws `ConfigError` if the server has tablespaces of its own, or if WAL archiving is off, because the
 * copy would be useless without it.
 */
export async function takeBase(connection: pg.ClientConfig, into: string): Promise<Base> {
  const client = await connect(connection)
  try {
    const show = async (setting: string): Promise<string> =>
      (await client.query<{ value: string }>('select current_setting($1) as value', [setting])).rows[0]?.value ?? ''
    if ((await show('archive_mode')) === 'off')
      throw new ConfigError('The server archives no log (archive_mode is off): a copy would be of no use without it.')
    const data = await show('data_directory')
    if ((await readdir(path.join(data, 'pg_tblspc'))).length > 0)
      throw new ConfigError('The server has tablespaces of its own: take copies with pgBackRest (docs/operate.md).')
    const takenAt = new Date()
    const folder = path.join(into, `base-${takenAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`)
    const partial = `${folder}.partial`
    await mkdir(partial, { recursive: true, mode: 0o700 })
    await client.query('select pg_backup_start($1, fast => true)', [path.basename(folder)])
    const bytes = await copyFolder(data, path.join(partial, 'data'), isOwn)
    // Waits until the last WAL segment that the copy needs is archived.
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(wait_for_archive => true)',
    )
    const label = rows[0]?.label ?? ''
    await writeFile(path.join(partial, 'data', 'backup_label'), label)
    const base = { takenAt, firstLog: /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '', bytes }
    await writeFile(path.join(partial, 'base.json'), `${JSON.stringify(base)}\n`)
    await promisify(execFile)('sync', ['-f', partial])
    await rename(partial, folder)
    return { ...base, folder }
  } finally {
    await client.end()
  }
}

export async function listBases(into: string): Promise<Base[]> {
  const names = (await readdir(into)).filter((name) => /^base-\d{8}T\d{6}Z$/.test(name))
  return Promise.all(
    names.toSorted().map(async (name) => {
      const folder = path.join(into, name)
      const base = JSON.parse(await readFile(path.join(folder, 'base.json'), 'utf8')) as Base & { takenAt: string }
      return { ...base, takenAt: new Date(base.takenAt), folder }
    }),
  )
}

/**
 * Deletes all base copies except the newest `keep`, remains of aborted copies, and WAL that no remaining copy needs.
 * Returns how many copies and WAL files were deleted.
 */
export async function forgetOld(into: string, archive: string, keep: number): Promise<{ bases: number; logs: number }> {
  const bases = await listBases(into)
  const [gone, kept] = [bases.slice(0, -keep), bases.slice(-keep)]
  const broken = (await readdir(into)).filter((name) => /^base-.*\.partial$/.test(name))
  for (const folder of [...gone.map((base) => base.folder), ...broken.map((name) => path.join(into, name))])
    await rm(folder, { recursive: true })
  const [first] = kept
  if (!first) return { bases: gone.length, logs: 0 }
  // Compares without the first eight digits (the timeline), because segments from before and after a recovery may both
  // be needed.
  const old = (await readdir(archive)).filter(
    (name) => /^[0-9A-F]{24}(?:\.|$)/.test(name) && name.slice(8, 24) < first.firstLog.slice(8),
  )
  for (const name of old) await rm(path.join(archive, name))
  return { bases: gone.length, logs: old.length }
}
