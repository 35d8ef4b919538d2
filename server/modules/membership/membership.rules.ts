import { planEnd } from '#shared/membership-time.ts'

export type LedgerEntry = { readonly seconds: number; readonly at: Date; readonly reverses: string | null }

const secondsBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1000)
const later = (a: Date, b: Date | null) => (b && b > a ? b : a)
const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

export const grantStart = (now: Date, expiresAt: Date | null): Date => later(now, expiresAt)

/** Length of a plan in whole seconds: calendar months from its start plus bonus days. */
export const planSeconds = (start: Date, months: number, bonusDays: number): number =>
  secondsBetween(start, planEnd(start, months, bonusDays))

/**
 * Expiry of a membership after one more ledger entry. A reversal takes exactly its seconds, even if the expiry is then
 * in the past.
 */
export function expiryAfter(expiresAt: Date | null, entry: LedgerEntry): Date {
  if (entry.reverses !== null) return addSeconds(expiresAt ?? entry.at, entry.seconds)
  return addSeconds(grantStart(entry.at, expiresAt), entry.seconds)
}

export type PlanEntry = LedgerEntry & {
  readonly id: string
  /**
   * Id of the grant from which this row takes time. With negative `seconds` the row shortens that grant (conversion or
   * partial refund). With positive ones it is a new grant of the time converted from it.
   */
  readonly converts: string | null
  readonly planMonths: number | null
  readonly maxDevices: number | null
}
export type PlansHeld = { readonly yearlyUntil: Date | null; readonly maxDevices: number }
/** Grant of membership time that was not taken back. It covers the last `seconds` before `end`. */
type Standing = {
  readonly entry: PlanEntry
  readonly end: Date
  readonly seconds: number
  readonly isYearly: boolean
}

/** True for a plan of at least twelve months. Its owner is a yearly member while it runs. */
export const isYearly = (months: number | null): boolean => months !== null && months >= 12

export const remainingOf = ({ end, seconds }: Standing, now: Date): number =>
  Math.max(0, Math.min(seconds, Math.floor((end.getTime() - now.getTime()) / 1000)))

/**
 * Current grants of a whole membership ledger, in order of creation. A reversal moves only the end of later grants, so
 * no grant ends after the expiry. A conversion shortens its grant until the conversion is reversed.
 */
export function standingPlans(entries: readonly PlanEntry[]): readonly Standing[] {
  let expiresAt: Date | null = null
  let standing: Standing[] = []
  const shift = (from: number, seconds: number) => {
    standing = standing.map((held, index) => (index >= from ? { ...held, end: addSeconds(held.end, seconds) } : held))
  }
  const takenOut = new Map<string, string>()
  for (const entry of entries) {
    const end = expiryAfter(expiresAt, entry)
    expiresAt = end
    const shortened = entry.reverses === null && entry.seconds < 0 ? entry.converts : null
    if (shortened !== null) takenOut.set(entry.id, shortened)
    const resized = shortened ?? takenOut.get(entry.reverses ?? '')
    if (resized !== undefined) {
      const at = standing.findIndex((held) => held.entry.id === resized)
      if (at < 0) continue
      shift(at, entry.seconds)
      standing = standing.map((held, index) =>
        index === at ? { ...held, seconds: held.seconds + entry.seconds } : held,
      )
    } else if (entry.reverses === null) {
      const origin = standing.find((held) => held.entry.id === entry.converts)
      const yearly = entry.converts === null ? isYearly(entry.planMonths) : (origin?.isYearly ?? false)
      standing = [...standing, { entry, end, seconds: entry.seconds, isYearly: yearly }]
    } else {
      const taken = standing.findIndex((held) => held.entry.id === entry.reverses)
      if (taken < 0) continue
      shift(taken + 1, entry.seconds)
      standing = standing.toSpliced(taken, 1)
    }
  }
  return standing
}

/**
 * Unused time of one grant and of time converted from it, latest first. Each element has the ledger row and its unused
 * whole seconds.
 */
export function unusedPieces(
  entries: readonly PlanEntry[],
  grantId: string,
  now: Date,
): readonly { readonly entry: PlanEntry; readonly seconds: number }[] {
  const origins = new Map(entries.flatMap(({ id, converts }) => (converts === null ? [] : [[id, converts] as const])))
  const isOf = (id: string): boolean => {
    const origin = origins.get(id)
    return id === grantId || (origin !== undefined && isOf(origin))
  }
  return standingPlans(entries)
    .filter(({ entry }) => isOf(entry.id))
    .map((held) => ({ entry: held.entry, seconds: remainingOf(held, now) }))
    .filter(({ seconds }) => seconds > 0)
    .toReversed()
}

/**
 * Computes from the current grants how long the user is a yearly member and how many devices are allowed. The number of
 * devices is that of the latest grants that follow each other without a gap.
 */
export function foldPlans(entries: readonly PlanEntry[]): PlansHeld {
  const standing = standingPlans(entries)
  const begins = standing.findLastIndex(
    ({ end, seconds }, index) => index > 0 && addSeconds(end, -seconds) > (standing[index - 1] as Standing).end,
  )
  return {
    yearlyUntil: standing.findLast((held) => held.isYearly)?.end ?? null,
    maxDevices:
      standing.slice(Math.max(0, begins)).findLast(({ entry }) => entry.maxDevices !== null)?.entry.maxDevices ?? 0,
  }
}

export const foldExpiry = (entries: readonly LedgerEntry[]): Date | null =>
  entries.reduce<Date | null>((expiresAt, entry) => expiryAfter(expiresAt, entry), null)

type Reversible = {
  readonly id: string
  readonly source: string
  readonly sourceId: string
  readonly seconds: number
  readonly reverses: string | null
  readonly converts: string | null
}

/**
 * Ledger rows to reverse together with a grant, the grant itself last: conversions of its time, its partial refunds,
 * and conversions that its purchase caused, each with everything that depends on it.
 */
export function reversalOrder<T extends Reversible>(ledger: readonly T[], grant: T): T[] {
  const gone = new Set(ledger.flatMap(({ reverses }) => (reverses === null ? [] : [reverses])))
  const order: T[] = []
  const cause = `${grant.source}:${grant.sourceId}/`
  const undo = (row: T): void => {
    if (gone.has(row.id)) return
    gone.add(row.id)
    const conversions = ledger.filter(
      ({ source, reverses }) => (source === 'conversion' || source === 'refund') && reverses === null,
    )
    const own = conversions.filter(({ converts }) => converts === row.id)
    const made = row === grant ? conversions.filter(({ sourceId }) => sourceId.startsWith(cause)) : []
    const all = [...own, ...made]
    for (const back of all.filter(({ seconds }) => seconds > 0)) undo(back)
    for (const out of all.filter(({ seconds }) => seconds < 0)) undo(out)
    order.push(row)
  }
  undo(grant)
  return order
}
