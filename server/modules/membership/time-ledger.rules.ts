import { convertLeftovers, decidePurchase, type Bought, type PlanRate, type Share } from './conversion.rules.ts'
import { settleDifference, type Difference } from './difference.rules.ts'
import {
  expiryAfter,
  foldPlans,
  grantStart,
  planSeconds,
  reversalOrder,
  unusedPieces,
  type PlanEntry,
  type PlansHeld,
} from './membership.rules.ts'

export type GrantSource =
  | 'order'
  | 'group'
  | 'redeem'
  | 'invite'
  | 'trial'
  | 'bonus'
  | 'refund'
  | 'operator'
  | 'conversion'

export type TimeEntry = PlanEntry & {
  readonly source: GrantSource
  readonly sourceId: string
  readonly note: string | null
  readonly expiresAt: Date
}
/** All of one person's grants, in the order in which they were made; those behind the first `stored` are new. */
export type TimeLedger = {
  readonly userId: string
  readonly entries: readonly TimeEntry[]
  readonly stored: number
}
/** The time at which something is decided, and where the ids of new rows come from. */
export type Making = { readonly now: Date; readonly newId: () => string }

/** A row that is about to be added; what it leaves out is null. */
type Row = Pick<TimeEntry, 'source' | 'sourceId' | 'seconds'> &
  Partial<Pick<TimeEntry, 'reverses' | 'converts' | 'planMonths' | 'maxDevices' | 'note'>>

export const openLedger = (userId: string, entries: readonly TimeEntry[]): TimeLedger => ({
  userId,
  entries,
  stored: entries.length,
})
export const addedEntries = ({ entries, stored }: TimeLedger): readonly TimeEntry[] => entries.slice(stored)
export const expiryOf = ({ entries }: TimeLedger): Date | null => entries.at(-1)?.expiresAt ?? null

/** The grant of this source, which there is once. */
export const findEntry = ({ entries }: TimeLedger, source: GrantSource, sourceId: string): TimeEntry | undefined =>
  entries.find((entry) => entry.reverses === null && entry.source === source && entry.sourceId === sourceId)

/** What a ledger comes to. */
export type Fold = PlansHeld & { readonly expiresAt: Date | null; readonly totalSeconds: number }
export const foldLedger = (ledger: TimeLedger): Fold => ({
  ...foldPlans(ledger.entries),
  expiresAt: expiryOf(ledger),
  totalSeconds: ledger.entries.reduce((total, { seconds }) => total + seconds, 0),
})

function append(ledger: TimeLedger, rows: readonly Row[], { now, newId }: Making): TimeLedger {
  const entries = [...ledger.entries]
  for (const row of rows) {
    const none = { reverses: null, converts: null, planMonths: null, maxDevices: null, note: null }
    const whole = { id: newId(), at: now, ...none, ...row }
    entries.push({ ...whole, expiresAt: expiryAfter(entries.at(-1)?.expiresAt ?? null, whole) })
  }
  return { ...ledger, entries }
}

/** `cause`: the id of what made the conversion, so that taking that back takes these back. */
const conversionRows = (
  shares: readonly Share[],
  cause: string,
  plan: { months: number | null; maxDevices: number },
): Row[] =>
  shares.flatMap(({ grantId, outSeconds, inSeconds }): Row[] => {
    const about = { source: 'conversion', converts: grantId } as const
    const made = { planMonths: plan.months, maxDevices: plan.maxDevices }
    return [
      { ...about, sourceId: `${cause}/${grantId}/out`, seconds: -outSeconds },
      ...(inSeconds > 0 ? [{ ...about, ...made, sourceId: `${cause}/${grantId}/in`, seconds: inSeconds }] : []),
    ]
  })

/** `sourceId`: what the time came from; one grant per source and id, ever. */
export type PlanTime = Bought & { readonly source: GrantSource; readonly sourceId: string }

/**
 * Grants a plan's time from the later of now and the current expiry. A plan of another size converts: what is left of a
 * smaller one by `rates`, or what is bought to the larger one that runs. Null if this source was granted before.
 */
export function addPlan(
  ledger: TimeLedger,
  plan: PlanTime,
  rates: readonly PlanRate[],
  making: Making,
): TimeLedger | null {
  const { source, sourceId, months, bonusDays } = plan
  if (findEntry(ledger, source, sourceId)) return null
  const about = { source, sourceId, planMonths: months }
  const decision = decidePurchase(ledger.entries, plan, rates, making.now)
  if (decision.kind === 'lift') {
    const { seconds, maxDevices } = decision
    return append(ledger, [{ ...about, seconds: Math.max(1, seconds), maxDevices }], making)
  }
  const raised =
    decision.kind === 'raise'
      ? append(ledger, conversionRows(decision.shares, `${source}:${sourceId}`, plan), making)
      : ledger
  const seconds = planSeconds(grantStart(making.now, expiryOf(raised)), months, bonusDays)
  return append(raised, [{ ...about, seconds, maxDevices: plan.maxDevices }], making)
}

/** More devices for these pieces of time, which were paid for as they were then. */
export type DifferenceTime = Pick<TimeEntry, 'source' | 'sourceId'> & Pick<Difference, 'maxDevices' | 'pieces'>

/**
 * Gives time that is left the larger size, second for second: what was paid for, and no more of it. What is not there any more,
 * because it ran out, went back or was converted meanwhile, becomes time of that size at its worth. Time that came meanwhile is
 * converted at value, as if it had been bought afterwards. Null if this source was granted before.
 */
export function addDifference(
  ledger: TimeLedger,
  { source, sourceId, maxDevices, pieces }: DifferenceTime,
  rates: readonly PlanRate[],
  making: Making,
): TimeLedger | null {
  if (findEntry(ledger, source, sourceId)) return null
  const cause = `${source}:${sourceId}`
  const { raised, owedSeconds } = settleDifference(ledger.entries, { maxDevices, pieces }, making.now)
  const rows = raised.flatMap(({ entry: { id: grantId, planMonths }, seconds }) =>
    conversionRows([{ grantId, outSeconds: seconds, inSeconds: seconds }], cause, { months: planMonths, maxDevices }),
  )
  // Its own row is what can be found and taken back; a row without time is none.
  const own = { source, sourceId, seconds: Math.max(1, owedSeconds), maxDevices }
  const added = append(ledger, [...rows, own], making)
  const { shares, plan } = convertLeftovers(added.entries, rates, making.now)
  return append(added, conversionRows(shares, `${cause}/rest`, plan), making)
}

export type PlainTime = Pick<TimeEntry, 'source' | 'sourceId' | 'seconds' | 'note'> &
  Partial<Pick<TimeEntry, 'maxDevices'>>

/** Grants plain time (bonus, trial, an operator's gift). Null if this source was granted before. */
export const addTime = (ledger: TimeLedger, time: PlainTime, making: Making): TimeLedger | null =>
  findEntry(ledger, time.source, time.sourceId) ? null : append(ledger, [time], making)

/** What made the conversions that would be undone with a grant: ids of orders, as the ledger knows them. */
export function convertersOf(ledger: TimeLedger, source: GrantSource, sourceId: string): string[] {
  const found = findEntry(ledger, source, sourceId)
  const undone = found ? reversalOrder(ledger.entries, found) : []
  const causes = undone.flatMap((row) => (row.source === 'conversion' ? [row.sourceId] : []))
  const orders = causes.flatMap((cause) => /^order:([^/]+)\//.exec(cause)?.[1] ?? [])
  return [...new Set(orders)].filter((id) => id !== sourceId)
}

/** Grants that paid for more devices on this time and stand: with the time, what they bought goes. */
export function differencesOn(ledger: TimeLedger, source: GrantSource, sourceId: string): string[] {
  const reversed = new Set(ledger.entries.map(({ reverses }) => reverses))
  return convertersOf(ledger, source, sourceId).filter((id) => {
    const own = findEntry(ledger, 'order', id)
    // A purchase of a plan brought time of its own, which stays.
    return own !== undefined && own.planMonths === null && !reversed.has(own.id)
  })
}

export type Reversal = {
  readonly source: GrantSource
  readonly sourceId: string
  /** What takes the time back, once: a refund's or a dispute's id. */
  readonly reversedBy: string
  readonly note: string | null
}

/**
 * Takes back exactly the seconds that a grant gave, and undoes what it converted and what it was converted to. Null if
 * there is no such grant, or it was taken back before: one grant is reversed once, whatever asks for it.
 */
export function takeBack(
  ledger: TimeLedger,
  { source, sourceId, reversedBy, note }: Reversal,
  rates: readonly PlanRate[],
  making: Making,
): TimeLedger | null {
  const found = findEntry(ledger, source, sourceId)
  if (!found || ledger.entries.some(({ reverses }) => reverses === found.id)) return null
  const undone = reversalOrder(ledger.entries, found)
  const rows = undone.map(({ id: reverses, converts, seconds }): Row => ({
    source: 'refund',
    sourceId: reversedBy,
    seconds: -seconds,
    reverses,
    converts,
    note,
  }))
  const reversed = takeAgain(append(ledger, rows, making), found, undone, making)
  // A conversion that this undid may have left time of a smaller plan behind while a larger one runs.
  const { shares, plan } = convertLeftovers(reversed.entries, rates, making.now)
  return append(reversed, conversionRows(shares, `reversal:${found.id}`, plan), making)
}

/** Time that a refund of a part of an order's money takes back, in whole seconds. */
export type PartTaken = { readonly refundId: string; readonly seconds: number }
type Granted = Pick<TimeEntry, 'source' | 'sourceId'>

/** Rows of partial refunds begin with the grant that they are about, then name the refund. */
const partPrefix = ({ source, sourceId }: Granted): string => `${source}:${sourceId}/take/`
const isPart = ({ source, reverses }: Pick<TimeEntry, 'source' | 'reverses'>): boolean =>
  source === 'refund' && reverses === null

/** Rows that shorten this grant by partial refunds now. */
function partsOf({ entries }: TimeLedger, grant: Granted): readonly TimeEntry[] {
  const reversed = new Set(entries.map(({ reverses }) => reverses))
  return entries.filter(
    (entry) => isPart(entry) && entry.sourceId.startsWith(partPrefix(grant)) && !reversed.has(entry.id),
  )
}

/** Whole seconds of a grant that are not used, also where they were converted. 0: there is no such grant, or it was taken back. */
export function unusedSeconds(ledger: TimeLedger, { source, sourceId }: Granted, now: Date): number {
  const found = findEntry(ledger, source, sourceId)
  const pieces = found ? unusedPieces(ledger.entries, found.id, now) : []
  return pieces.reduce((total, { seconds }) => total + seconds, 0)
}

/** Seconds that partial refunds took of this grant and that stayed taken. */
export const takenSeconds = (ledger: TimeLedger, grant: Granted): number =>
  partsOf(ledger, grant).reduce((total, { seconds }) => total - seconds, 0)

/**
 * Brings the time of a standing grant in line with the partial refunds that took some of it: takes what a refund that is done has
 * not taken yet, never more than is unused, and gives back what a refund that came to nothing had taken. Idempotent.
 */
export function settleParts(
  ledger: TimeLedger,
  grant: Granted,
  parts: readonly PartTaken[],
  rates: readonly PlanRate[],
  making: Making,
): TimeLedger {
  const taken = partsOf(ledger, grant)
  const prefixOf = (refundId: string) => `${partPrefix(grant)}${refundId}/`
  const undone = taken.filter(({ sourceId }) => !parts.some(({ refundId }) => sourceId.startsWith(prefixOf(refundId))))
  const rows = undone.map(({ id: reverses, sourceId, converts, seconds, note }): Row => ({
    source: 'refund',
    sourceId,
    seconds: -seconds,
    reverses,
    converts,
    note,
  }))
  let after = append(ledger, rows, making)
  for (const { refundId, seconds } of parts) {
    if (taken.some(({ sourceId }) => sourceId.startsWith(prefixOf(refundId)))) continue
    const found = findEntry(after, grant.source, grant.sourceId)
    const pieces = found ? unusedPieces(after.entries, found.id, making.now) : []
    after = takePieces(after, prefixOf(refundId), pieces, seconds, making)
  }
  if (undone.length === 0) return after
  // Time that came back may be of a smaller plan than the one that runs by now.
  const { shares, plan } = convertLeftovers(after.entries, rates, making.now)
  return append(after, conversionRows(shares, `part:${undone[0]?.id}`, plan), making)
}

function takePieces(
  ledger: TimeLedger,
  prefix: string,
  pieces: ReturnType<typeof unusedPieces>,
  seconds: number,
  making: Making,
): TimeLedger {
  let left = seconds
  const rows = pieces.flatMap(({ entry, seconds: unused }): Row[] => {
    const own = Math.min(left, unused)
    left -= own
    return own === 0
      ? []
      : [{ source: 'refund', sourceId: `${prefix}${making.newId()}`, seconds: -own, converts: entry.id }]
  })
  return append(ledger, rows, making)
}

/**
 * Takes time of other grants again that a partial refund had taken of what this reversal undid: of a grant that was converted, by
 * a purchase that goes back now, the share that it was before.
 */
function takeAgain(ledger: TimeLedger, found: TimeEntry, undone: readonly TimeEntry[], making: Making): TimeLedger {
  const byId = new Map(undone.map((entry) => [entry.id, entry]))
  let after = ledger
  for (const part of undone.filter((row) => isPart(row) && !row.sourceId.startsWith(partPrefix(found)))) {
    let grantId = part.converts
    let seconds = -part.seconds
    for (let made = byId.get(grantId ?? ''); made; made = byId.get(grantId ?? '')) {
      const outId = made.sourceId.replace(/\/in$/, '/out')
      const out = undone.find(({ source, sourceId }) => source === 'conversion' && sourceId === outId)
      seconds = out ? Math.round((seconds * -out.seconds) / made.seconds) : 0
      grantId = made.converts
    }
    const pieces = grantId === null ? [] : unusedPieces(after.entries, grantId, making.now)
    const prefix = part.sourceId.slice(0, part.sourceId.lastIndexOf('/') + 1)
    after = takePieces(after, prefix, pieces, seconds, making)
  }
  return after
}
