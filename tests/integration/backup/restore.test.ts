import { mkdirSync } from 'node:fs'
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveSettings } from '#server/db/backup/archive-settings.ts'
import { restoreBase } from '#server/db/backup/restore-base.ts'
import { forgetOld, listBases, takeBase, type Base } from '#server/db/backup/take-base.ts'
import { startEmbeddedPostgres, unprivilegedUser, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { makeFolderInMemory } from '../../../scripts/temporary-folder.ts'

let folder: string
let server: EmbeddedPostgres
let client: pg.Client
let base: Base
let moment: Date
const inside = (name: string) => path.join(folder, name)
const open = async (of: EmbeddedPostgres): Promise<pg.Client> => {
  const opened = new pg.Client(of.connection)
  await opened.connect()
  return opened
}

beforeAll(async () => {
  folder = await makeFolderInMemory('backup')
  // Folder name with characters that a shell and the settings of PostgreSQL interpret.
  mkdirSync(inside("the owner's 100%"), { mode: 0o700 })
  const { uid, gid } = unprivilegedUser()
  if (uid !== undefined && gid !== undefined) await chown(inside("the owner's 100%"), uid, gid)
  server = await startEmbeddedPostgres({
    folder: inside('postgres'),
    settings: archiveSettings(inside("the owner's 100%")),
  })
  client = await open(server)
  await client.query('create table sold (what text)')
  await client.query(`insert into sold values ('before the copy')`)
  base = await takeBase(server.connection, inside('bases'))
  await client.query(`insert into sold values ('before the moment')`)
  moment = (await client.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now
  await sleep(20)
  await client.query(`insert into sold values ('after the moment')`)
  const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
  for (;;) {
    if ((await readdir(inside("the owner's 100%"))).includes(rows[0]!.file)) break
    await sleep(20)
  }
})
afterAll(async () => {
  await client.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

it.each([
  ['a moment', ['before the copy', 'before the moment']],
  ['the end of the archive', ['before the copy', 'before the moment', 'after the moment']],
])('a base backup of a running server is restored to %s', async (to, sold) => {
  const restored = await restoreBase({
    base: base.folder,
    archive: inside("the owner's 100%"),
    folder: inside(to),
    until: to === 'a moment' ? moment : null,
  })
  const there = await open(restored.server)
  try {
    expect((await there.query<{ what: string }>('select what from sold')).rows.map(({ what }) => what)).toEqual(sold)
    await there.query(`insert into sold values ('on what came back')`)
  } finally {
    await there.end()
    await restored.server.stop()
  }
})

it('a restore into a non-empty folder and a backup without log archiving are refused', async () => {
  await mkdir(inside('taken'))
  await writeFile(inside('taken/file'), '')
  const wish = { base: base.folder, archive: inside("the owner's 100%"), folder: inside('taken'), until: null }
  await expect(restoreBase(wish)).rejects.toThrow('is not empty')
  const other = await startEmbeddedPostgres({ folder: inside('silent') })
  await expect(takeBase(other.connection as pg.ClientConfig, inside('none'))).rejects.toThrow('archives no log')
  await other.stop()
})

it('old backups are deleted with the write-ahead log that only they need, and with interrupted ones', async () => {
  const archive = inside('pieces')
  await mkdir(archive)
  const pieces = ['00000001000000000000000A', '00000001000000000000000B', '00000002000000000000000C']
  for (const piece of [...pieces, '00000002.history']) await writeFile(path.join(archive, piece), '')
  const kept = inside('kept')
  const add = async (name: string, firstLog: string) => {
    await mkdir(path.join(kept, name), { recursive: true })
    await writeFile(
      path.join(kept, name, 'base.json'),
      JSON.stringify({ takenAt: '2026-11-20T00:00:00Z', firstLog, bytes: 1 }),
    )
  }
  await add('base-20261120T000000Z', pieces[0]!)
  await add('base-20261121T000000Z', pieces[1]!)
  await add('base-20261122T000000Z', pieces[2]!)
  await mkdir(path.join(kept, 'base-20261119T000000Z.partial'))
  expect(await forgetOld(kept, archive, 2)).toEqual({ bases: 1, logs: 1 })
  expect((await listBases(kept)).map(({ firstLog }) => firstLog)).toEqual(pieces.slice(1))
  expect((await readdir(archive)).toSorted()).toEqual([pieces[1], '00000002.history', pieces[2]])
})
