import type { Spot } from '#shared/console-live.ts'

/** Where one tab of an operator is; `spot`: null once it has left. */
export type Here = {
  readonly tab: string
  readonly operatorId: string
  readonly name: string
  readonly spot: Spot | null
}
type Standing = Here & { readonly spot: Spot; readonly until: number }

/** A tab says every five seconds that it is still there; one that says nothing is gone. */
const staysMs = 12_000
/** Tabs of one operator that count; more are those of a script. */
const maxTabs = 40

export const isSame = (a: Spot, b: Spot): boolean => a.place === b.place && a.id === b.id

/** Who looks at what, in this process's memory and nowhere else. `now`: in milliseconds. */
export function createPresence(now: () => number) {
  const standing = new Map<string, Standing>()
  const sweep = (): Standing[] => {
    const gone = [...standing.values()].filter(({ until }) => until <= now())
    for (const { tab } of gone) standing.delete(tab)
    return gone
  }
  return {
    /** Returns the spots at which someone came or left by this. */
    put({ spot, ...who }: Here): Spot[] {
      sweep()
      const before = standing.get(who.tab)
      // A tab is its operator's: no one else speaks for it.
      if (before && before.operatorId !== who.operatorId) return []
      standing.delete(who.tab)
      const own = [...standing.values()].filter(({ operatorId }) => operatorId === who.operatorId)
      if (spot && own.length < maxTabs) standing.set(who.tab, { ...who, spot, until: now() + staysMs })
      const isStill = before !== undefined && spot !== null && isSame(before.spot, spot)
      return isStill ? [] : [before?.spot, spot].filter((each) => each !== undefined && each !== null)
    },
    /** Takes out who said nothing for too long; returns where they were. */
    sweep: (): Spot[] => sweep().map(({ spot }) => spot),
    /** The names of all others who are there, each once. */
    othersAt: (spot: Spot, operatorId: string): string[] => {
      sweep()
      const others = [...standing.values()].filter((each) => each.operatorId !== operatorId && isSame(each.spot, spot))
      return [...new Map(others.map((each) => [each.operatorId, each.name])).values()].toSorted()
    },
    isAt: (spot: Spot, operatorId: string): boolean =>
      [...standing.values()].some((each) => each.operatorId === operatorId && isSame(each.spot, spot)),
    /** Everything that someone looks at. */
    spots: (): Spot[] => [
      ...new Map([...standing.values()].map(({ spot }) => [`${spot.place} ${spot.id}`, spot])).values(),
    ],
  }
}
export type Presence = ReturnType<typeof createPresence>
