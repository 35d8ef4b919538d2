import { devicePlaces } from '#server/modules/devices/device-places.rules.ts'
import { lockDevices } from '#server/modules/devices/devices.queries.ts'
import { takePlace } from '#server/modules/devices/devices.service.ts'
import { networkSlots } from '#server/modules/limits/limits.rules.ts'
import { consumeTries, countTry } from '#server/modules/limits/limits.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { addLink, listLinks } from '#server/modules/tunnels/links.service.ts'
import { isOnlooker } from '#server/modules/tunnels/documents/format.rules.ts'
import { findOldLink, redirectOldLinks } from '#server/modules/tunnels/old-links.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { LinkDeps, LinkRequest } from './serve-link.ts'

/** Device name shown for an old subscription URL, which counts as a device. */
const deviceName = 'Earlier link'

type Followed = 'unknown' | 'crowded' | 'onlooker' | 'full' | 'unused' | { readonly token: string }

/**
 * Token of the person's link to which a subscription URL of the earlier VPN panel leads. The link is made at the first
 * use of the URL; from then on it is like all others. Unknown URLs are counted like unknown links, so that nobody can
 * search for tokens.
 */
export async function followOldLink(
  { database, digest }: Pick<LinkDeps, 'database' | 'digest'>,
  request: Pick<LinkRequest, 'token' | 'headersOnly' | 'format' | 'userAgent' | 'widths' | 'isExit'>,
): Promise<Followed> {
  const old = await findOldLink(database, request.token)
  if (!old) {
    const slots = networkSlots('link-network', request.widths, request.isExit)
    return (await consumeTries(database, digest, slots)) ? 'unknown' : 'crowded'
  }
  if (isOnlooker(request.userAgent, request.format)) return 'onlooker'
  // A request that only tests the URL uses up no device.
  if (request.headersOnly && old.deviceId === null) return 'unused'
  await countTry(database, digest, 'link-token', `old ${old.userId}`)
  const token = await database.transaction((tx) => linkOf(tx, digest, old.userId, request.token))
  return token === null ? 'full' : { token }
}

/** Token of the link to which an old URL leads. Null if all devices are in use and none of them has a link. */
async function linkOf(tx: Transaction, digest: KeyedDigest, userId: string, oldToken: string): Promise<string | null> {
  // Locks the devices, because two apps that ask at once would otherwise get two links.
  await lockDevices(tx, userId)
  const old = await findOldLink(tx, oldToken)
  const links = await listLinks(tx, digest, userId)
  const own = links.find(({ deviceId }) => deviceId === old?.deviceId)
  if (own) return own.token
  const places = devicePlaces(await findMembership(tx, userId), tx.now)
  const id = await takePlace(tx, userId, { os: 'other', name: deviceName }, places)
  if (id !== null) {
    const token = await addLink(tx, digest, userId, id)
    await redirectOldLinks(tx, userId, id)
    return token
  }
  const [first] = links
  if (!first) return null
  await redirectOldLinks(tx, userId, first.deviceId)
  return first.token
}
