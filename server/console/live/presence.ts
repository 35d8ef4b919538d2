import type { Spot } from '#shared/console-live.ts'

export type Here = {
  readonly tab: string
  readonly operatorId: string
  readonly name: string
  readonly spot: Spot | null
}
type Standing = Here & { readonly spot: Spot; readonly until: number }

const staysMs = 12_000
/** Maximum tabs per operator. More tabs can only come from a script. */
const maxTabs = 40

const isSame = (a: Spot, b: Spot): boolean => a.place === b.place && a.id === b.id

export function createPresence(now: () => number) {
  const standing = new Map<string, Standing>()
  const sweep = (): Standing[] => {
    const gone = [...standing.values()].filter(({ until }) => until <= now())
    for (const { tab } of gone) standing.delete(tab)
    return gone
  }
  return {
    put({ spot, ...who }: Here): Spot[] {
      sweep()
      const before = standing.get(who.tab)
      if (before && before.operatorId !== who.operatorId) return []
      standing.delete(who.tab)
      const own = [...standing.values()].filter(({ operatorId }) => operatorId === who.operatorId)
      if (spot && own.length < maxTabs) standing.set(who.tab, { ...who, spot, until: now() + staysMs })
      const isStill = before !== undefined && spot !== null && isSame(before.spot, spot)
      return isStill ? [] : [before?.spot, spot].filter((each) => each !== undefined && each !== null)
    },
    sweep: (): Spot[] => sweep().map(({ spot }) => spot),
    othersAt: (spot: Spot, operatorId: string): string[] => {
      sweep()
      const others = [...standing.values()].filter((each) => each.operatorId !== operatorId && isSame(each.spot, spot))
      return [...new Map(others.map((each) => [each.operatorId, each.name])).values()].toSorted()
    },
    isAt: (spot: Spot, operatorId: string): boolean =>
      [...standing.values()].some((each) => each.operatorId === operatorId && isSame(each.spot, spot)),
    spots: (): Spot[] => [
      ...new Map([...standing.values()].map(({ spot }) => [`${spot.place} ${spot.id}`, spot])).values(),
    ],
  }
}
export type Presence = ReturnType<typeof createPresence>
