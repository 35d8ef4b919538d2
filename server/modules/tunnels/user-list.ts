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

/** The users of a group's nodes, packed once for all that ask. */
export type UserList = {
  readonly stamp: string
  /** From this moment on time has run out for one of them, by the clock of the database. */
  readonly freshUntil: number
  readonly etag: string
  readonly packed: Buffer
  readonly users: number
}

/** A brake against links that are passed around: IPv4, IPv6 and a phone that changes from one network to another are three. */
const addressesPerLink = 3
const batch = 1_000
/** Credentials cannot be packed, and what stands between them can at the least effort. */
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
  `{"id":${id},"uuid":"${uuid}","speed_limit":0,"device_limit":${addresses}}`

/** Makes the list of a group and notes its links in `listed`; gives the loop back between pieces, so that a hundred thousand users hold up no call. */
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
  // Of what is sent: who has run out is no longer among the rows after a restart, and would stay at a node.
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
