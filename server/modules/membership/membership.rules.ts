import { planEnd } from '#shared/membership-time.ts'

export type LedgerEntry = { readonly seconds: number; readonly at: Date; readonly reverses: string | null }

const secondsBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1000)
const later = (a: Date, b: Date | null) => (b && b > a ? b : a)
const addSeconds = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)

/** A grant begins where the membership ends, or now if it has ended. */
export const grantStart = (now: Date, expiresAt: Date | null): Date => later(now, expiresAt)

/** A plan's length in whole seconds, from where it begins: 12 months from then on the calendar, plus its bonus days. */
export const planSeconds = (start: Date, months: number, bonusDays: number): number =>
  secondsBetween(start, planEnd(start, months, bonusDays))

/** The expiry after one more entry. A reversal takes back exactly its seconds; it may lie in the past then. */
export function expiryAfter(expiresAt: Date | null, entry: LedgerEntry): Date {
  if (entry.reverses !== null) return addSeconds(expiresAt ?? entry.at, entry.seconds)
  return addSeconds(grantStart(entry.at, expiresAt), entry.seconds)
}

export type PlanEntry = LedgerEntry & {
  readonly id: string
  readonly planMonths: number | null
  readonly maxDevices: number | null
}
export type PlansHeld = { readonly yearlyUntil: Date | null; readonly maxDevices: number }

/** A plan of twelve months or more makes its owner a yearly paid user while it runs. */
export const isYearly = (months: number | null): boolean => months !== null && months >= 12

/**
 * The whole ledger, in the order it was written → what its standing plans give. What is taken back moves the end of all
 * that was granted after it, and of nothing before it: so no plan's end ever lies behind the expiry.
 */
export function foldPlans(entries: readonly PlanEntry[]): PlansHeld {
  let expiresAt: Date | null = null
  let standing: { entry: PlanEntry; end: Date }[] = []
  for (const entry of entries) {
    const end = expiryAfter(expiresAt, entry)
    const taken = standing.findIndex((held) => held.entry.id === entry.reverses)
    if (entry.reverses === null) standing.push({ entry, end })
    else if (taken >= 0)
      standing = standing
        .map((held, index) => (index > taken ? { ...held, end: addSeconds(held.end, entry.seconds) } : held))
        .toSpliced(taken, 1)
    expiresAt = end
  }
  return {
    yearlyUntil: standing.findLast(({ entry }) => isYearly(entry.planMonths))?.end ?? null,
    maxDevices: standing.findLast(({ entry }) => entry.planMonths !== null)?.entry.maxDevices ?? 0,
  }
}

/** The whole ledger, oldest first → the expiry date, or null if it is empty. */
export const foldExpiry = (entries: readonly LedgerEntry[]): Date | null =>
  entries.reduce<Date | null>((expiresAt, entry) => expiryAfter(expiresAt, entry), null)
