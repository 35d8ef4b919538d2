import { readEntitlement } from '#server/modules/tunnels/entitlements.queries.ts'
import type { Place } from '#server/modules/tunnels/places.rules.ts'
import { readPlaces } from '#server/modules/tunnels/places.service.ts'
import type { Tunnels } from '#server/deps/tunnel-deps.ts'

export async function listOwnPlaces(
  { database, digest }: Pick<Tunnels, 'database' | 'digest'>,
  userId: string,
): Promise<Place[]> {
  const { state, plan } = await readEntitlement(database, digest, userId)
  return state === 'active' ? readPlaces(database, plan) : []
}
