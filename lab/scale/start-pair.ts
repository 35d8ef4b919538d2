import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { placeCopy } from '#server/db/backup/restore-base.ts'
import { takeBase } from '#server/db/backup/take-base.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { startArchived } from '../faults/start-archived.ts'
import { socketOf } from '../load/start-shop.ts'

const maxConnections = 160

export type Pair = {
  readonly replica: EmbeddedPostgres
  failOver(): Promise<void>
  stop(): Promise<void>
}

export const startPrimary = async (folder: string): Promise<EmbeddedPostgres> =>
  (await startArchived(folder, maxConnections)).server

export async function addReplica(folder: string, primary: EmbeddedPostgres): Promise<Pair> {
  const copied = path.join(folder, 'replica')
  const base = await takeBase(primary.connection, path.join(folder, 'bases'))
  await placeCopy(base.folder, copied)
  await writeFile(path.join(copied, 'standby.signal'), '')
  const replica = await startEmbeddedPostgres({
    folder: copied,
    maxConnections,
    settings: [`primary_conninfo=host=${socketOf(primary)} port=5432 user=wayfare application_name=replica`],
  })
  const owner = new pg.Client(primary.connection)
  await owner.connect()
  owner.on('error', () => {})
  const state = async () =>
    (await owner.query<{ state: string }>('select sync_state as state from pg_stat_replication')).rows[0]?.state
  while ((await state()) === undefined) await sleep(50)
  await owner.query(`alter system set synchronous_standby_names = 'replica'`)
  await owner.query('select pg_reload_conf()')
  while ((await state()) !== 'sync') await sleep(50)
  await owner.end()
  return {
    replica,
    async failOver() {
      const file = path.join(folder, 'postgres/postmaster.pid')
      process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
      const standby = new pg.Client(replica.connection)
      await standby.connect()
      await standby.query('alter system reset synchronous_standby_names')
      await standby.query('select pg_promote(true, 60)')
      await standby.query('select pg_reload_conf()')
      await standby.end()
    },
    async stop() {
      await replica.stop()
      await primary.stop()
    },
  }
}
