import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { setImmediate as breathe } from 'node:timers/promises'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { credentialOf, credentialsOf, sentinelNumber } from './credential.ts'
import { ListedLinks } from './listed-links.ts'
import type { Member } from './members.repo.ts'
import type { Members } from './members.ts'
import type { Serves } from './nodes.repo.ts'

export type UserList = {
  readonly stamp: string
  /**
   * Next time, by the database clock, at which the user list changes without any write, because somebody's time ends or
   * a trial begins.
   */
  readonly freshUntil: number
  readonly etag: string
  readonly packed: Buffer
  readonly users: number
}

/**
 * Maximum number of IP addresses that may use a tunnel link at once, against sharing the link. IPv4, IPv6 and a phone
 * that changes networks use three.
 */
const addressesPerLink = 3
const batch = 1_000
/** Compresses at the lowest level: credentials are incompressible, and the text between them compresses easily. */
const pack = promisify(gzip)

const isOnTrial = ({ trialFrom }: Member, now: number): boolean => trialFrom !== null && trialFrom <= now
export function isServed(member: Member, serves: Serves, now: number): boolean {
  if (member.until <= now) return false
  return serves === 'both' || (serves === 'trial') === isOnTrial(member, now)
}

const nextChange = (rows: readonly Member[], now: number): number =>
  rows.reduce((next, { until, trialFrom }) => {
    const sooner = until > now ? Math.min(next, until) : next
    return trialFrom !== null && trialFrom > now ? Math.min(sooner, trialFrom) : sooner
  }, Infinity)

const lineOf = (id: number, uuid: string, addresses: number) =>
  `{"id":${id},"uuid":"${uuid}","speed_limit":0,"device_limit":${addresses}}`

/**
 * Builds the user list for the nodes of a group and adds its tunnel links to `listed`. Yields to the event loop between
 * batches, so that 100,000 users do not block other requests.
 */
export async function buildUserList(
  digest: KeyedDigest,
  { group, serves }: { group: string; serves: Serves },
  { stamp, rows, ahead }: Members,
  listed: ListedLinks = new ListedLinks(),
): Promise<UserList> {
  const now = Date.now() + ahead
  const served = rows.filter((member) => isServed(member, serves, now))
  const sentinel = credentialOf(digest, group, { number: sentinelNumber, generation: 0 })
  const pieces = [Buffer.from(`{"users":[${lineOf(sentinelNumber, sentinel, 0)}`)]
  // Hash of the list's content, which becomes its ETag. A version computed from the database rows would stay the same
  // after a restart, when expired users are missing in the rows, and a node would keep these users.
  const version = createHash('sha256')
  for (let at = 0; at < served.length; at += batch) {
    const some = served.slice(at, at + batch)
    const lines = credentialsOf(digest, group, some).map((uuid, index) =>
      lineOf((some[index] as Member).number, uuid, addressesPerLink),
    )
    const piece = Buffer.from(`,${lines.join(',')}`)
    version.update(piece)
    pieces.push(piece)
    for (const { number } of some) listed.note(number, now)
    await breathe()
  }
  listed.forgetOld(now)
  pieces.push(Buffer.from(']}'))
  return {
    stamp,
    freshUntil: nextChange(rows, now),
    etag: `"u-${version
      .update(pieces[0] as Buffer)
      .digest('hex')
      .slice(0, 24)}"`,
    packed: await pack(Buffer.concat(pieces), { level: 1 }),
    users: served.length,
  }
}
