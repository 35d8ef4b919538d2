import type { Spot } from '#shared/console-live.ts'
import { listIdsOf } from '#server/modules/accounts/accounts.queries.ts'
import { readDraftVersions } from '#server/modules/content/drafts.service.ts'
import { listVersionsOf } from '#server/modules/membership/membership.queries.ts'
import { listLastSteps, listLastStepsOf } from '#server/modules/orders/orders.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

/**
 * Versions of items that change without an operator's action, for change detection: orders by events, users by
 * membership and orders, texts by drafts. Uses at most five SQL statements for any number of items.
 */
export async function readVersions(db: Queryable, spots: readonly Spot[]): Promise<ReadonlyMap<Spot, string>> {
  const idsAt = (place: Spot['place']) => spots.filter((spot) => spot.place === place).map(({ id }) => id)
  const [orders, people, drafts] = await Promise.all([
    readOrders(db, idsAt('orders')),
    readPeople(db, idsAt('people')),
    idsAt('texts').length > 0 ? readDraftVersions(db) : new Map<string, string>(),
  ])
  const known = new Map([
    ['orders', orders],
    ['people', people],
    ['texts', drafts],
  ])
  return new Map(spots.map((spot) => [spot, known.get(spot.place)?.get(spot.id) ?? '']))
}

async function readOrders(db: Queryable, numbers: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (numbers.length === 0) return new Map()
  return new Map((await listLastSteps(db, numbers)).map(({ number, step }) => [number, step]))
}

async function readPeople(db: Queryable, uids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const numbers = uids.map(Number).filter((uid) => Number.isInteger(uid) && uid > 0 && uid < 2_147_483_648)
  if (numbers.length === 0) return new Map()
  const users = await listIdsOf(db, numbers)
  const ids = users.map(({ id }) => id)
  const [memberships, orders] = await Promise.all([listVersionsOf(db, ids), listLastStepsOf(db, ids)])
  const versions = new Map(memberships.map(({ userId, version }) => [userId, version]))
  const steps = new Map(orders.map(({ userId, step }) => [userId, step]))
  return new Map(users.map(({ id, uid }) => [String(uid), `${versions.get(id) ?? ''} ${steps.get(id) ?? ''}`]))
}
