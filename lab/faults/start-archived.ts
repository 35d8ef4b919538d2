import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { archiveSettings } from '#server/db/backup/archive-settings.ts'
import { startEmbeddedPostgres, unprivilegedUser } from '#server/db/embedded-postgres.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensureBuilt } from '../../scripts/build.ts'

/**
 * Starts a database in `dataDir` that archives its WAL to a folder there. Returns the product's settings for this
 * database.
 */
export async function startArchived(dataDir: string, maxConnections = 60) {
  const [archive, data] = [path.join(dataDir, 'archive'), path.join(dataDir, 'postgres')]
  await mkdir(archive, { mode: 0o700 })
  const { uid, gid } = unprivilegedUser()
  if (uid !== undefined && gid !== undefined) await chown(archive, uid, gid)
  const [server] = await Promise.all([
    startEmbeddedPostgres({ folder: data, maxConnections, settings: archiveSettings(archive) }),
    ensureDevKeys(dataDir),
    ensureBuilt(),
  ])
  return { server, archive, data }
}
