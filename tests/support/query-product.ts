import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'

/** Runs SQL as database owner in the product of this folder, for things that no user does, such as passing time. */
export async function queryProduct<Row extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres') })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query<Row>(text, [...values])
  } finally {
    await client.end()
  }
}

export async function changeProduct(dataDir: string, text: string, values: readonly unknown[]): Promise<void> {
  const { rowCount } = await queryProduct(dataDir, text, values)
  if (rowCount !== 1) throw new Error(`${rowCount} rows were changed, not one: ${text} ${JSON.stringify(values)}`)
}
