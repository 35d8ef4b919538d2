import pg from 'pg'
import { ConfigError } from '#server/platform/read-setting.ts'

/** A connection of its own for what is done once at the start; a sentence where there is none. */
export async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw new ConfigError(`The database cannot be reached: ${(error as Error).message || String(error)}`)
  }
}

/** Whether a database answers there by now, one that is started or a pooler in front of it. */
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
