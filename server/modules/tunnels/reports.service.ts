import { createHash } from 'node:crypto'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import * as nodes from './nodes.repo.ts'
import { readAlive } from './read-alive.ts'
import { onlineSeconds } from './usage-days.ts'
import * as usage from './usage.repo.ts'
import { readTraffic } from './usage.rules.ts'

/** A report that is repeated within so long is the same one: its first answer got lost. */
const repeatSeconds = 30

/** Adds what went through a node; false where it cannot be read. A repeated report counts once. */
export async function recordTraffic(database: Database, node: number, raw: Buffer, body: unknown): Promise<boolean> {
  const traffic = readTraffic(body)
  if (!traffic) return false
  if (traffic.length === 0) return true
  const digest = createHash('sha256').update(raw).digest()
  await database.transaction(async (tx) => {
    if ((await nodes.claimPush(tx, node, digest, repeatSeconds)) === 1) await usage.addUsage(tx, traffic)
  })
  return true
}

/** Writes from where links are in use, in place of what this node said of them; false where it cannot be read. */
export async function recordOnline(
  { database, digest }: { database: Database; digest: KeyedDigest },
  node: number,
  body: unknown,
): Promise<boolean> {
  const alive = readAlive(body)
  if (!alive) return false
  const rows = alive.seen.map(({ number, address }) => ({
    number,
    digest: digest('tunnel address', address).toString('hex', 0, 16),
  }))
  await database.transaction(async (tx) => {
    await usage.deleteStaleOnline(tx, node, alive.numbers)
    await usage.insertOnline(tx, node, rows)
  })
  return true
}

/**
 * From how many addresses each link is in use, on all nodes of a group together. A node that was stolen can say of every link that
 * its addresses are used up: that shuts people out of its own group alone.
 */
export async function countOnline(db: Queryable, group: string): Promise<Record<string, number>> {
  const counts = await usage.countOnline(db, group, onlineSeconds)
  return Object.fromEntries(counts.map(({ number, addresses }) => [String(number), addresses]))
}

const share = (value: unknown, of: unknown): number | null => {
  const percent = (Number(value) / Number(of)) * 100
  return percent >= 0 && percent <= 100 ? percent : null
}

/** `{cpu, mem: {total, used}}`, as daemons of today say it. */
export async function recordLoad(db: Queryable, node: number, body: unknown): Promise<boolean> {
  if (body === null || typeof body !== 'object') return false
  const { cpu, mem } = body as { cpu?: unknown; mem?: { total?: unknown; used?: unknown } | null }
  await nodes.saveLoad(db, node, share(cpu, 100), share(mem?.used, mem?.total))
  return true
}

/** Writes down that a node called. */
export async function recordSeen(db: Queryable, node: number): Promise<void> {
  await nodes.touchNode(db, node)
}
