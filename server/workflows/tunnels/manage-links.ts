import { checkDeviceName, osCode } from '#shared/device-codes.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { OperatingSystem } from '#shared/device-codes.ts'
import { devicePlaces } from '#server/modules/devices/device-places.rules.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { takePlace } from '#server/modules/devices/devices.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { addLink as adding, listLinks, rotateLinks } from '#server/modules/tunnels/links.service.ts'
import { type Directory, readServedPlans } from '#server/modules/tunnels/node-directory.ts'
import { findPanelAccess } from '#server/modules/tunnels/panels/access.service.ts'
import { markRevoke } from '#server/modules/tunnels/panels/marks.queries.ts'
import { sumMonth } from '#server/modules/tunnels/usage.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'
import { sentence } from '#text/sentence.ts'
import { readEntitlement } from '#server/modules/tunnels/entitlements.queries.ts'

type Deps = Pick<Tunnels, 'database' | 'digest'> & {
  readonly state: Pick<Tunnels['state'], 'directory'>
  readonly publicOrigin: string
}
const urlOf = ({ publicOrigin }: Pick<Deps, 'publicOrigin'>, token: string): string => `${publicOrigin}/s/${token}`

/**
 * Entitlement and subscription links of a user. Uses a single database connection, because it is called often, and
 * payments need the others.
 */
export async function describeLinks(deps: Deps, userId: string) {
  // Reads the list of nodes before the transaction, because that may query the database on another connection.
  const directory = await deps.state.directory()
  return deps.database.transaction((tx) => describeAt(tx, { ...deps, directory }, userId), {
    oneMoment: true,
    early: true,
  })
}

type DepsAt = Pick<Deps, 'digest' | 'publicOrigin'> & { readonly directory: Pick<Directory, 'nodes'> }

async function describeAt(tx: Transaction, deps: DepsAt, userId: string) {
  const { digest, directory } = deps
  const [{ state, plan, validUntil }, devices, membership, listed, month, served] = await Promise.all([
    readEntitlement(tx, digest, userId),
    listDevices(tx, userId),
    findMembership(tx, userId),
    listLinks(tx, digest, userId),
    sumMonth(tx, userId),
    readServedPlans(tx, directory),
  ])
  const known = new Map(devices.map((device) => [device.id, device]))
  const links = listed.map(({ deviceId: id, token, madeAt, seenAt }) => ({
    id,
    name: known.get(id)?.name ?? null,
    os: osCode(known.get(id)?.os ?? 'other'),
    url: urlOf(deps, token),
    madeAt: madeAt.getTime(),
    fetchedAt: seenAt?.getTime() ?? null,
  }))
  const isOurs = directory.nodes.some(({ serves }) => serves === 'both' || serves === plan)
  const isShared = !isOurs && (await findPanelAccess(tx, userId, plan)) !== null
  return {
    state,
    plan,
    validUntil: validUntil?.getTime() ?? null,
    month,
    serves: served,
    places: { taken: devices.length, limit: devicePlaces(membership, membership?.now ?? new Date(0)) },
    renews: isShared ? ('person' as const) : ('device' as const),
    links,
  }
}

/**
 * Adds a subscription link. It takes one of the account's device slots, under the lock with which they are counted.
 * Throws `DeviceLimitReached`.
 */
export async function addLink(
  deps: Deps,
  userId: string,
  device: { name: string; os: OperatingSystem },
): Promise<{ id: string; url: string }> {
  refuseFields({ name: checkDeviceName(device.name) })
  return deps.database.transaction(async (tx) => {
    const places = devicePlaces(await findMembership(tx, userId), tx.now)
    const id = await takePlace(tx, userId, { ...device, name: device.name.trim() }, places)
    if (id === null) throw new AppError('DeviceLimitReached')
    return { id, url: urlOf(deps, await adding(tx, deps.digest, userId, id)) }
  })
}

export async function rotateLink(deps: Deps, userId: string, id: string): Promise<{ url: string }> {
  const [token] = await deps.database.transaction(async (tx) => {
    const tokens = await rotateLinks(tx, deps.digest, userId, id)
    if (tokens.length > 0) await markRevoke(tx, userId)
    return tokens
  })
  if (token === undefined) throw new AppError('NotFound')
  return { url: urlOf(deps, token) }
}

export const rotateAllLinks: Act<'tunnels.rotate'> = async (tx, { user, reason }, _operator, { config }) => {
  const { id, uid } = await requireUser(tx, user)
  const links = (await rotateLinks(tx, createKeyedDigest(config.secretKey), id, null)).length
  const providers = (await markRevoke(tx, id)).map(({ provider }) => provider).toSorted()
  if (links === 0 && providers.length === 0) return refuse('NotPossible', sentence('user.noLinkNoPanel', { uid }))
  return done(
    { uid, links, providers: providers.length === 0 ? sentence('panel.none') : providers.join(', ') },
    `user ${uid}`,
    {
      reason,
      links,
      providers,
    },
  )
}
