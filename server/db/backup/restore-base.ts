import { chown, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '#server/platform/read-setting.ts'
import { startEmbeddedPostgres, unprivilegedUser, type EmbeddedPostgres } from '../embedded-postgres.ts'
import { recoverySettings } from './archive-settings.ts'
import { copyFolder } from './copy-folder.ts'

type Restore = {
  readonly base: string
  readonly archive: string
  readonly folder: string
  readonly until: Date | null
}
type Restored = {
  readonly server: EmbeddedPostgres
  readonly lastAt: Date | null
}

/**
 * Restores a database into its own folder and starts it; backup and archive stay unchanged. Throws `ConfigError` if the
 * folder is not empty, or if the WAL does not reach the requested time.
 */
export async function restoreBase({ base, archive, folder, until }: Restore): Promise<Restored> {
  await placeCopy(base, folder)
  await writeFile(path.join(folder, 'recovery.signal'), '')
  const server = await startEmbeddedPostgres({
    folder,
    settings: recoverySettings(archive, until),
    withinMs: 3_600_000,
  })
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ recovering: boolean; lastAt: Date | null }>(
        'select pg_is_in_recovery() as recovering, pg_last_xact_replay_timestamp() as "lastAt"',
      )
      if (rows[0] && !rows[0].recovering) return { server, lastAt: rows[0].lastAt }
      await sleep(100)
    }
  } finally {
    await client.end()
  }
}

export async function placeCopy(base: string, folder: string): Promise<void> {
  const found = await readdir(folder).catch(() => [])
  if (found.length > 0)
    throw new ConfigError(`${folder} is not empty: a database is brought back beside what there is.`)
  await copyFolder(path.join(base, 'data'), folder)
  await giveToServer(folder)
}

async function giveToServer(folder: string): Promise<void> {
  const { uid, gid } = unprivilegedUser()
  if (uid === undefined || gid === undefined) return
  for (const entry of await readdir(folder, { recursive: true })) await chown(path.join(folder, entry), uid, gid)
  await chown(folder, uid, gid)
}
