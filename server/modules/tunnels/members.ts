import type { Database } from '#server/platform/database.ts'
import * as repo from './members.repo.ts'

/** Everyone who may use a tunnel, as of one stamp of the database. */
export type Members = {
  readonly stamp: string
  readonly rows: readonly repo.Member[]
  /** What the database's clock is ahead of ours, in milliseconds. */
  readonly ahead: number
}

/**
 * Reads the members anew where their stamp changed. The stamp is read first: whatever changes while the rows are read changes
 * the next stamp, and they are read once more.
 */
export async function refreshMembers(database: Database, known: Members | null): Promise<Members> {
  const { now, links, versions } = await repo.findStamp(database)
  const stamp = `${links}.${versions}`
  const ahead = now.getTime() - Date.now()
  if (known?.stamp === stamp) return { ...known, ahead }
  return { stamp, rows: await repo.listMembers(database), ahead }
}
