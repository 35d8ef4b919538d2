import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import * as nodes from './nodes.repo.ts'
import type { ListedLinks } from './listed-links.ts'
import { readAlive } from './read-alive.ts'
import { readLines } from './report-lines.rules.ts'
import { onlineSeconds } from './usage-days.ts'
import * as usage from './usage.repo.ts'
import { readTraffic } from './usage.rules.ts'

/** A report that is repeated within so long is the same one: its first answer got lost. */
const repeatSeconds = 30
/** Longer than the work on a piece, so that a report takes a small share of the process. */
const breathe = () => sleep(1)
/** Bytes that are hashed in a fraction of a millisecond. */
const hashedBytes = 65_536

/** A report of a node: its bytes, the links that it may be about, and a check that ends it where it has too many lines. */
export type Report = {
  readonly node: number
  readonly raw: Buffer
  readonly links: Pick<ListedLinks, 'has'>
  /** Throws where the report has too many lines. `piece`: lines of this piece; `sofar`: of the report, with them. */
  readonly admit: (piece: number, sofar: number) => void
  /** Runs one report at a time. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
}

/**
 * Reads a report piece by piece, and lets other callers come between pieces. Lines about unknown links are dropped at once: they
 * would only be sent to the database to be dropped there. Throws SyntaxError for what is no report.
 */
const readPieces = <Line extends { readonly number: number }>(
  report: Report,
  read: (key: string, value: unknown) => Line | null,
  take: (lines: readonly Line[]) => void,
): Promise<void> => report.inTurn(() => readAll(report, read, take))

async function readAll<Line extends { readonly number: number }>(
  { raw, links, admit }: Report,
  read: (key: string, value: unknown) => Line | null,
  take: (lines: readonly Line[]) => void,
): Promise<void> {
  let sofar = 0
  for (const entries of readLines(raw)) {
    sofar += entries.length
    admit(entries.length, sofar)
    take(entries.flatMap(([key, value]) => read(key, value) ?? []).filter(({ number }) => links.has(number)))
    await breathe()
  }
}

async function digestOf(raw: Buffer): Promise<Buffer> {
  const digest = createHash('sha256')
  for (let at = 0; at < raw.length; at += hashedBytes) {
    if (at > 0) await breathe()
    digest.update(raw.subarray(at, at + hashedBytes))
  }
  return digest.digest()
}

/** Adds what went through a node. A repeated report counts once. Throws SyntaxError where it cannot be read. */
export async function recordTraffic(database: Database, report: Report): Promise<void> {
  const pieces: string[] = []
  await readPieces(report, readTraffic, (lines) => {
    if (lines.length > 0) pieces.push(lines.map((line) => JSON.stringify(line)).join(','))
  })
  if (pieces.length === 0) return
  const digest = await digestOf(report.raw)
  await database.transaction(async (tx) => {
    if ((await nodes.claimPush(tx, report.node, digest, repeatSeconds)) === 1)
      await usage.addUsage(tx, `[${pieces.join(',')}]`)
  })
}

/** Writes from where links are in use, in place of what this node said of them. Throws SyntaxError where it cannot be read. */
export async function recordOnline(
  { database, digest }: { database: Database; digest: KeyedDigest },
  report: Report,
): Promise<void> {
  const numbers: string[] = []
  const pieces: string[] = []
  await readPieces(report, readAlive, (lines) => {
    numbers.push(...lines.map(({ number }) => String(number)))
    const rows = lines.flatMap(({ number, addresses }) =>
      addresses.map(
        (address) => `{"number":${number},"digest":"${digest('tunnel address', address).toString('hex', 0, 16)}"}`,
      ),
    )
    if (rows.length > 0) pieces.push(rows.join(','))
  })
  if (numbers.length === 0) return
  await database.transaction(async (tx) => {
    await usage.deleteStaleOnline(tx, report.node, `{${numbers.join(',')}}`)
    if (pieces.length > 0) await usage.insertOnline(tx, report.node, `[${pieces.join(',')}]`)
  })
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

/** `{cpu, mem: {total, used}}`, as daemons of today say it; false where there is neither. */
export async function recordLoad(db: Queryable, node: number, body: unknown): Promise<boolean> {
  if (body === null || typeof body !== 'object' || !('cpu' in body || 'mem' in body)) return false
  const { cpu, mem } = body as { cpu?: unknown; mem?: { total?: unknown; used?: unknown } | null }
  await nodes.saveLoad(db, node, share(cpu, 100), share(mem?.used, mem?.total))
  return true
}

/** Writes down that a node called. */
export async function recordSeen(db: Queryable, node: number): Promise<void> {
  await nodes.touchNode(db, node)
}
