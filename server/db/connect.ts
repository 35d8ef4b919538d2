import pg from 'pg'
import { ConfigError } from '#server/platform/read-setting.ts'

const oldestMajor = 16

/**
 * Opens a connection for start-up tasks. Throws `ConfigError` if the database cannot be reached or its version is too
 * old.
 */
export async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new ConfigError(`The database cannot be reached: ${(error as Error).message || String(error)}`)
  }
  try {
    await expectNewEnough(client)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

async function expectNewEnough(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  )
  const [version] = rows
  if (Number(version?.number) >= oldestMajor * 10_000) return
  const name = version?.name.split(' ', 1)[0] ?? 'unknown'
  throw new ConfigError(`PostgreSQL ${oldestMajor} or newer is needed, and this is ${name}: nothing was changed.`)
}

export async function databaseAnswers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
