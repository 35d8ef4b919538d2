import path from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'

/** Lets the membership of a person end in so many hours; in the past where they are negative. */
export async function letMembershipEndIn(hours: number, accountName: string): Promise<void> {
  const { connection } = await startEmbeddedPostgres({ folder: path.join(inject('e2e').dataDir, 'postgres') })
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `update memberships m set expires_at = now() + make_interval(hours => $1)
       from account_identifiers i where i.user_id = m.user_id and i.value = $2`,
      [hours, accountName],
    )
    expect(rowCount).toBe(1)
  } finally {
    await client.end()
  }
}
