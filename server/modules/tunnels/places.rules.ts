import type { Localized } from '#shared/language.ts'
import type { Load } from '#shared/server-locations.ts'

const mediumFrom = 50
const highFrom = 80

export type NodeInPlace = {
  readonly country: string
  readonly city: Localized | null
  readonly isUp: boolean
  readonly cpuPercent: number | null
}
/**
 * City or country with one or more nodes. It is up if one of its nodes is up. Its load is the mean of the nodes that
 * are up.
 */
export type Place = Pick<NodeInPlace, 'country' | 'city' | 'isUp'> & { readonly load: Load | null }

export const keyOfPlace = ({ country, city }: Pick<Place, 'country' | 'city'>): string =>
  `${country} ${city?.en.toLowerCase() ?? ''}`

const loadOf = (cpuPercent: number): Load => {
  if (cpuPercent >= highFrom) return 'high'
  return cpuPercent >= mediumFrom ? 'medium' : 'low'
}

export function listPlaces(nodes: readonly NodeInPlace[]): Place[] {
  const byPlace = new Map<string, NodeInPlace[]>()
  for (const node of nodes) byPlace.set(keyOfPlace(node), [...(byPlace.get(keyOfPlace(node)) ?? []), node])
  return [...byPlace.values()].flatMap((here) => {
    const [first] = here
    if (!first) return []
    const loads = here.flatMap(({ isUp, cpuPercent }) => (isUp && cpuPercent !== null ? [cpuPercent] : []))
    const load = loads.length === 0 ? null : loadOf(loads.reduce((sum, one) => sum + one, 0) / loads.length)
    return [{ country: first.country, city: first.city, isUp: here.some(({ isUp }) => isUp), load }]
  })
}
