import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { setImmediate as breathe } from 'node:timers/promises'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { credentialOf, sentinelNumber } from './credential.ts'
import type { Member } from './members.repo.ts'
import type { Members } from './members.ts'
import type { Serves } from './nodes.repo.ts'

/** The users of a group's nodes, packed once for all that ask. */
export type UserList = {
  readonly stamp: string
  /** From this moment on time has run out for one of them, by the clock of the database. */
  readonly freshUntil: number
  readonly etag: string
  readonly packed: Buffer
  readonly users: number
}

/** Lines of users that were made before, by number: only what changed is derived. */
export type Lines = Map<number, { readonly generation: number; readonly line: string }>

/** A brake against links that are passed around: IPv4, IPv6 and a phone that changes from one network to another are three. */
const addressesPerLink = 3
const batch = 1_000
const pack = promisify(gzip)

const isOnTrial = ({ trialFrom }: Member, now: number): boolean => trialFrom !== null && trialFrom <= now
export function isServed(member: Member, serves: Serves, now: number): boolean {
  if (member.until <= now) return false
  return serves === 'both' || (serves === 'trial') === isOnTrial(member, now)
}

/** Where the list changes by the clock alone: the end of someone's time, or of what comes before their trial. */
const nextChange = (rows: readonly Member[], now: number): number =>
  rows.reduce((next, { until, trialFrom }) => {
    const sooner = until > now ? Math.min(next, until) : next
    return trialFrom !== null && trialFrom > now ? Math.min(sooner, trialFrom) : sooner
  }, Infinity)

const lineOf = (id: number, uuid: string, addresses: number) =>
  JSON.stringify({ id, uuid, speed_limit: 0, device_limit: addresses })

/** Makes the list of a group; gives the loop back between pieces, so that a hundred thousand users hold up no call. */
export async function buildUserList(
  digest: KeyedDigest,
  { group, serves }: { group: string; serves: Serves },
  { stamp, rows, ahead }: Members,
  known: Lines,
): Promise<UserList> {
  const now = Date.now() + ahead
  const sentinel = { number: sentinelNumber, generation: 0 }
  const lines = [lineOf(sentinelNumber, credentialOf(digest, group, sentinel), 0)]
  let derived = 0
  for (const member of rows) {
    if (!isServed(member, serves, now)) continue
    const { number, generation } = member
    let made = known.get(number)
    if (made?.generation !== generation) {
      made = { generation, line: lineOf(number, credentialOf(digest, group, member), addressesPerLink) }
      known.set(number, made)
      if (++derived % batch === 0) await breathe()
    }
    lines.push(made.line)
  }
  if (known.size > 2 * rows.length + batch) {
    const current = new Set(rows.map(({ number }) => number))
    for (const number of known.keys()) if (!current.has(number)) known.delete(number)
  }
  const body = `{"users":[${lines.join(',')}]}`
  // Of what is sent: who has run out is no longer among the rows after a restart, and would stay at a node.
  const version = createHash('sha256').update(body).digest('hex')
  return {
    stamp,
    freshUntil: nextChange(rows, now),
    etag: `"u-${version.slice(0, 24)}"`,
    packed: await pack(body),
    users: lines.length - 1,
  }
}
