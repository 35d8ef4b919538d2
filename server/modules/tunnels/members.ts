import type { Database } from '#server/platform/database.ts'
import * as repo from './members.repo.ts'

export type Members = {
  readonly stamp: string
  readonly rows: readonly repo.Member[]
  /** Milliseconds by which the database clock is ahead of this machine's clock. */
  readonly ahead: number
}

/**
 * Reads the members again if the stamp of the user lists has changed. Reads the stamp first, so that a change during
 * the read causes another read.
 */
export async function refreshMembers(database: Database, known: Members | null): Promise<Members> {
  const { now, links, versions } = await repo.findStamp(database)
  const stamp = `${links}.${versions}`
  const ahead = now.getTime() - Date.now()
  if (known?.stamp === stamp) return { ...known, ahead }
  return { stamp, rows: await repo.listMembers(database), ahead }
}
