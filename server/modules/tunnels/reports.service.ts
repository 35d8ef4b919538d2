import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { widthsOf } from '#server/platform/network.ts'
import * as nodes from './nodes.repo.ts'
import type { ListedLinks } from './listed-links.ts'
import { readLines } from './report-lines.rules.ts'
import * as usage from './usage.repo.ts'
import { readTraffic, readNumber, onlineSeconds } from './reported-traffic.rules.ts'

type Alive = { readonly number: number; readonly addresses: readonly string[] }

const maxAddresses = 32

export function readAlive(key: string, value: unknown): Alive | null {
  const number = readNumber(key)
  if (number === null || !Array.isArray(value)) return null
  const texts = value.slice(0, maxAddresses).filter((text): text is string => typeof text === 'string')
  const addresses = new Set(texts.map((text) => widthsOf(text)[0] as string).filter((one) => one !== 'unknown'))
  return { number, addresses: [...addresses] }
}

/** Seconds within which an identical report counts as a retry of the node, whose first answer was lost. */
const repeatSeconds = 30
/**
 * Waits a millisecond, which is longer than the work on one piece, so that reports use only a small share of the
 * process.
 */
const breathe = () => sleep(1)
/** Bytes of a report that are hashed at a time, which takes a fraction of a millisecond. */
const hashedBytes = 65_536

export type Report = {
  readonly node: number
  readonly raw: Buffer
  readonly links: Pick<ListedLinks, 'has'>
  readonly admit: (piece: number, sofar: number) => void
  /** Runs the work on one report of a node at a time. Other reports of the same node wait. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>
}

/**
 * Reads a node's report piece by piece and lets other requests run in between. Drops lines about unknown tunnel links
 * before they reach the database. Throws SyntaxError if the report is invalid.
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

/**
 * Adds the traffic that a node reported. A repeated report counts once. Throws SyntaxError if the report is invalid.
 */
export async function recordTraffic(database: Database, report: Report): Promise<void> {
  const pieces: string[] = []
  let bytes = 0
  await readPieces(report, readTraffic, (lines) => {
    for (const { up, down } of lines) bytes += up + down
    if (lines.length > 0) pieces.push(lines.map((line) => JSON.stringify(line)).join(','))
  })
  if (pieces.length === 0) return
  const digest = await digestOf(report.raw)
  await database.transaction(async (tx) => {
    const counted = Math.min(bytes, 9e15)
    if ((await nodes.claimPush(tx, report.node, digest, repeatSeconds, counted)) === 0) return
    await usage.addNodeDay(tx, report.node, counted)
    await usage.addUsage(tx, `[${pieces.join(',')}]`)
  })
}

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
 * Number of IP addresses that use each tunnel link now, across all nodes of a group. A stolen node can therefore use up
 * the address limit of any link, but only in its own group.
 */
export async function countOnline(db: Queryable, group: string): Promise<Record<string, number>> {
  const counts = await usage.countOnline(db, group, onlineSeconds)
  return Object.fromEntries(counts.map(({ number, addresses }) => [String(number), addresses]))
}

type Part = { total?: unknown; used?: unknown } | null | undefined

const share = (value: unknown, of: unknown): number | null => {
  const percent = (Number(value) / Number(of)) * 100
  return percent >= 0 && percent <= 100 ? percent : null
}

export async function recordLoad(db: Queryable, node: number, body: unknown): Promise<boolean> {
  if (body === null || typeof body !== 'object' || !('cpu' in body || 'mem' in body)) return false
  const { cpu, mem, disk } = body as { cpu?: unknown; mem?: Part; disk?: Part }
  const partOf = (part: Part) => share(part?.used, part?.total)
  await nodes.saveLoad(db, node, { cpu: share(cpu, 100), memory: partOf(mem), disk: partOf(disk) })
  return true
}

export async function recordSeen(db: Queryable, node: number): Promise<void> {
  await nodes.touchNode(db, node)
}
