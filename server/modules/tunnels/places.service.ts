import type { SitePlace } from '#shared/server-locations.ts'
import type { Queryable } from '#server/platform/database.ts'
import { nodeSilenceMs } from './nodes.rules.ts'
import { listPlacedNodes } from './places.repo.ts'
import { keyOfPlace, listPlaces, type Place } from './places.rules.ts'

export async function readPlaces(db: Queryable, plan: 'trial' | 'paid'): Promise<Place[]> {
  const nodes = await listPlacedNodes(db, nodeSilenceMs / 1000)
  return listPlaces(
    nodes.flatMap(({ country, city, serves, isUp, cpuPercent }) =>
      country !== null && (serves === 'both' || serves === plan)
        ? [{ country, city, isUp: isUp === true, cpuPercent }]
        : [],
    ),
  )
}

/**
 * Milliseconds for which the loads of nodes are cached. Every change of the site's data renders all pages again, so the
 * loads change at most once a minute.
 */
const keptMs = 60_000

/** Cities and countries of the nodes for the public site. Loads are cached; cities and countries are always current. */
export class PublicPlaces {
  #loads = new Map<string, Place['load']>()
  #readAt = Number.NEGATIVE_INFINITY

  /** Reads the cities and countries of nodes. `now`: milliseconds of a monotonic clock, for the age of cached loads. */
  async read(db: Queryable, now: number): Promise<SitePlace[]> {
    const places = await readPlaces(db, 'paid')
    const current = new Map(places.map((place) => [keyOfPlace(place), place.load]))
    if (now - this.#readAt >= keptMs) {
      this.#loads = current
      this.#readAt = now
    }
    return places.map(({ country, city, load }) => {
      const kept = this.#loads.get(keyOfPlace({ country, city }))
      return { country, city, load: kept === undefined ? load : kept }
    })
  }
}
