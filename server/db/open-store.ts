import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { PoolConfig } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/read-setting.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { readsFrom, readsFromReplica, type Reads } from '#server/platform/replica.ts'
import { listKeys } from '#server/modules/secret-keys/secret-keys.queries.ts'
import type { Log } from '#server/platform/log.ts'
import { grantLogin, makeLogin } from './grant-login.ts'
import { hasDemoAccounts } from './demo-mark.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { holdSecretKeys } from './hold-secret-keys.ts'
import { compareSchema, migrate } from './migrate.ts'

const embeddedLogin = 'wayfare_server'

/** A second longer than PostgreSQL lets a statement run (`connection-role.ts`); then the primary is read. */
const replicaAnswerMs = 10_000

export type Store = {
  readonly database: Database
  /** Reads that may be up to a second old: from the replica if `DATABASE_READ_URL` names one. */
  readonly reads: Reads
  readonly kind: 'embedded' | 'external'
  close(): Promise<void>
}

export function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`,
    )
  }
}

/** Compares the recorded encryption keys, of which each shop has its own. */
async function isSameShop(database: Database, other: Database): Promise<boolean> {
  const [ours, theirs] = await Promise.all([listKeys(database), listKeys(other)])
  return theirs.length > 0 && theirs.every(({ id }) => ours.some((key) => key.id === id))
}

/**
 * Opens the embedded or external database. `prepare` (server start): migrates the schema, and in DEV and TEST fills an
 * empty database with demo data. `expect` (worker): rejects any other schema version. `command` (operators): like
 * `expect`, but also works without an encryption key that is no longer needed. PROD rejects databases with demo
 * accounts.
 */
export async function openStore(config: Config, log: Log, mode: 'prepare' | 'expect' | 'command'): Promise<Store> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ folder: path.join(config.dataDir, 'postgres') })
  const owner: PoolConfig = embedded?.connection ?? {
    connectionString: config.migrationUrl ?? config.databaseUrl ?? '',
  }
  const connection: PoolConfig = embedded
    ? { ...embedded.connection, user: embeddedLogin }
    : { connectionString: config.databaseUrl ?? '' }
  let database: Database | undefined
  try {
    const { from, to } = await (mode === 'prepare' ? migrate(owner) : compareSchema(embedded ? owner : connection))
    if (from !== to && mode === 'prepare') log.info({ from, to }, 'schema migrated')
    if (from !== to && mode !== 'prepare')
      throw new ConfigError(`The database is at schema ${from}, this release needs ${to}: start the server once first.`)
    if (mode === 'prepare') await (embedded ? makeLogin(owner, embeddedLogin) : grantLogin(connection, owner))
    const { maxConnections, pooling } = config
    database = openDatabase({ connection, maxConnections, pooling, log })
    if (config.environment === 'PROD' && (await hasDemoAccounts(database)))
      throw new ConfigError('APP_ENV=PROD refuses this database: it holds demo accounts, whose passwords are public.')
    await holdSecretKeys(database, config.secretKey, mode === 'command' ? 'command' : 'start')
    if (config.environment !== 'PROD' && mode === 'prepare') {
      // The only import of demo code by the server; never loaded in PROD.
      const { fillDemo } = await import('#simulators/demo/seed-demo.ts')
      await fillDemo(database, config)
    }
  } catch (error) {
    await database?.close()
    await embedded?.stop()
    throw error
  }
  const opened = database
  const { readUrl, maxConnections, pooling } = config
  const replica =
    readUrl &&
    openDatabase({
      connection: { connectionString: readUrl },
      maxConnections,
      pooling,
      log,
      answerWithinMs: replicaAnswerMs,
    })
  return {
    database: opened,
    reads: replica
      ? readsFromReplica(opened, replica, { isOurs: (other) => isSameShop(opened, other), log })
      : readsFrom(opened),
    kind: embedded ? 'embedded' : 'external',
    close: async () => {
      if (replica) await replica.close()
      await opened.close()
      await embedded?.stop()
    },
  }
}
