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
  | 'import'

export type TimeEntry = PlanEntry & {
  readonly source: GrantSource
  readonly sourceId: string
  readonly note: string | null
  readonly expiresAt: Date
}
/** Membership ledger of a user: all grants in order of creation. Entries after the first `stored` are not saved yet. */
export type TimeLedger = {
  readonly userId: string
  readonly entries: readonly TimeEntry[]
  readonly stored: number
}
export type NewRowIds = { readonly now: Date; readonly newId: () => string }

type Row = Pick<TimeEntry, 'source' | 'sourceId' | 'seconds'> &
  Partial<Pick<TimeEntry, 'reverses' | 'converts' | 'planMonths' | 'maxDevices' | 'note'>>

export const openLedger = (userId: string, entries: readonly TimeEntry[]): TimeLedger => ({
  userId,
  entries,
  stored: entries.length,
})
export const addedEntries = ({ entries, stored }: TimeLedger): readonly TimeEntry[] => entries.slice(stored)
export const expiryOf = ({ entries }: TimeLedger): Date | null => entries.at(-1)?.expiresAt ?? null

export const findEntry = ({ entries }: TimeLedger, source: GrantSource, sourceId: string): TimeEntry | undefined =>
  entries.find((entry) => entry.reverses === null && entry.source === source && entry.sourceId === sourceId)

export type Fold = PlansHeld & { readonly expiresAt: Date | null; readonly totalSeconds: number }
export const foldLedger = (ledger: TimeLedger): Fold => ({
  ...foldPlans(ledger.entries),
  expiresAt: expiryOf(ledger),
  totalSeconds: ledger.entries.reduce((total, { seconds }) => total + seconds, 0),
})

function append(ledger: TimeLedger, rows: readonly Row[], { now, newId }: NewRowIds): TimeLedger {
  const entries = [...ledger.entries]
  for (const row of rows) {
    const none = { reverses: null, converts: null, planMonths: null, maxDevices: null, note: null }
    const whole = { id: newId(), at: now, ...none, ...row }
    entries.push({ ...whole, expiresAt: expiryAfter(entries.at(-1)?.expiresAt ?? null, whole) })
  }
  return { ...ledger, entries }
}

/**
 * Ledger rows of a conversion to another number of devices. `cause`: id of the change that caused the conversion.
 * Reversing that change also reverses these rows.
 */
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

/** Plan time to grant. `sourceId`: id of the order, code or other origin. Each origin grants time at most once. */
export type PlanTime = Bought & { readonly source: GrantSource; readonly sourceId: string }

/**
 * Grants a plan's time from now or from the current expiry, whichever is later. If the number of devices differs,
 * converts at the daily prices `rates`: the remaining time of a smaller plan, or the bought time to a larger running
 * plan. Null if this source has already granted its time.
 */
export function addPlan(
  ledger: TimeLedger,
  plan: PlanTime,
  rates: readonly PlanRate[],
  ids: NewRowIds,
): TimeLedger | null {
  const { source, sourceId, months, bonusDays } = plan
  if (findEntry(ledger, source, sourceId)) return null
  const about = { source, sourceId, planMonths: months }
  const decision = decidePurchase(ledger.entries, plan, rates, ids.now)
  if (decision.kind === 'lift') {
    const { seconds, maxDevices } = decision
    return append(ledger, [{ ...about, seconds: Math.max(1, seconds), maxDevices }], ids)
  }
  const raised =
    decision.kind === 'raise'
      ? append(ledger, conversionRows(decision.shares, `${source}:${sourceId}`, plan), ids)
      : ledger
  const seconds = planSeconds(grantStart(ids.now, expiryOf(raised)), months, bonusDays)
  return append(raised, [{ ...about, seconds, maxDevices: plan.maxDevices }], ids)
}

type DifferenceTime = Pick<TimeEntry, 'source' | 'sourceId'> & Pick<Difference, 'maxDevices' | 'pieces'>

/**
 * Upgrades the remaining time that the buyer has paid for to more devices, second for second. If some of it ended, was
 * taken back or was converted during the payment, the buyer gets its value in time of the larger plan. Time added
 * during the payment is converted by value, as if bought afterwards. Null if this source has already granted its time.
 */
export function addDifference(
  ledger: TimeLedger,
  { source, sourceId, maxDevices, pieces }: DifferenceTime,
  rates: readonly PlanRate[],
  ids: NewRowIds,
): TimeLedger | null {
  if (findEntry(ledger, source, sourceId)) return null
  const cause = `${source}:${sourceId}`
  const { raised, owedSeconds } = settleDifference(ledger.entries, { maxDevices, pieces }, ids.now)
  const rows = raised.flatMap(({ entry: { id: grantId, planMonths }, seconds }) =>
    conversionRows([{ grantId, outSeconds: seconds, inSeconds: seconds }], cause, { months: planMonths, maxDevices }),
  )
  // Adds a separate ledger row, so that the upgrade can be found and reversed. A row needs at least one second.
  const own = { source, sourceId, seconds: Math.max(1, owedSeconds), maxDevices }
  const added = append(ledger, [...rows, own], ids)
  const { shares, plan } = convertLeftovers(added.entries, rates, ids.now)
  return append(added, conversionRows(shares, `${cause}/rest`, plan), ids)
}

export type PlainTime = Pick<TimeEntry, 'source' | 'sourceId' | 'seconds' | 'note'> &
  Partial<Pick<TimeEntry, 'maxDevices'>>

export const addTime = (ledger: TimeLedger, time: PlainTime, ids: NewRowIds): TimeLedger | null =>
  findEntry(ledger, time.source, time.sourceId) ? null : append(ledger, [time], ids)

export function convertersOf(ledger: TimeLedger, source: GrantSource, sourceId: string): string[] {
  const found = findEntry(ledger, source, sourceId)
  const undone = found ? reversalOrder(ledger.entries, found) : []
  const causes = undone.flatMap((row) => (row.source === 'conversion' ? [row.sourceId] : []))
  const orders = causes.flatMap((cause) => /^order:([^/]+)\//.exec(cause)?.[1] ?? [])
  return [...new Set(orders)].filter((id) => id !== sourceId)
}

/**
 * Orders of device upgrades that were bought for this time. These upgrades lose their effect if the time is taken back.
 */
export function differencesOn(ledger: TimeLedger, source: GrantSource, sourceId: string): string[] {
  const reversed = new Set(ledger.entries.map(({ reverses }) => reverses))
  return convertersOf(ledger, source, sourceId).filter((id) => {
    const own = findEntry(ledger, 'order', id)
    // Leaves out purchases of plans. They granted time of their own, which stays.
    return own !== undefined && own.planMonths === null && !reversed.has(own.id)
  })
}

export type Reversal = {
  readonly source: GrantSource
  readonly sourceId: string
  readonly reversedBy: string
  readonly note: string | null
}

/**
 * Takes back exactly the seconds of a grant, and undoes the conversions of its time and those that it caused. Null if
 * there is no such grant or it was already reversed. A grant is reversed once, whatever the cause.
 */
export function takeBack(
  ledger: TimeLedger,
  { source, sourceId, reversedBy, note }: Reversal,
  rates: readonly PlanRate[],
  ids: NewRowIds,
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
  const reversed = takeAgain(append(ledger, rows, ids), found, undone, ids)
  // Undoing a conversion may restore time of a smaller plan while a larger plan is running.
  const { shares, plan } = convertLeftovers(reversed.entries, rates, ids.now)
  return append(reversed, conversionRows(shares, `reversal:${found.id}`, plan), ids)
}

export type PartTaken = { readonly refundId: string; readonly seconds: number }
type Granted = Pick<TimeEntry, 'source' | 'sourceId'>

const partPrefix = ({ source, sourceId }: Granted): string => `${source}:${sourceId}/take/`
const isPart = ({ source, reverses }: Pick<TimeEntry, 'source' | 'reverses'>): boolean =>
  source === 'refund' && reverses === null

function partsOf({ entries }: TimeLedger, grant: Granted): readonly TimeEntry[] {
  const reversed = new Set(entries.map(({ reverses }) => reverses))
  return entries.filter(
    (entry) => isPart(entry) && entry.sourceId.startsWith(partPrefix(grant)) && !reversed.has(entry.id),
  )
}

export function unusedSeconds(ledger: TimeLedger, { source, sourceId }: Granted, now: Date): number {
  const found = findEntry(ledger, source, sourceId)
  const pieces = found ? unusedPieces(ledger.entries, found.id, now) : []
  return pieces.reduce((total, { seconds }) => total + seconds, 0)
}

export const takenSeconds = (ledger: TimeLedger, grant: Granted): number =>
  partsOf(ledger, grant).reduce((total, { seconds }) => total - seconds, 0)

/**
 * Brings a grant in line with the partial refunds of its order. A completed refund takes time, at most what is unused;
 * a failed refund returns it. Idempotent.
 */
export function settleParts(
  ledger: TimeLedger,
  grant: Granted,
  parts: readonly PartTaken[],
  rates: readonly PlanRate[],
  ids: NewRowIds,
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
  let after = append(ledger, rows, ids)
  for (const { refundId, seconds } of parts) {
    if (taken.some(({ sourceId }) => sourceId.startsWith(prefixOf(refundId)))) continue
    const found = findEntry(after, grant.source, grant.sourceId)
    const pieces = found ? unusedPieces(after.entries, found.id, ids.now) : []
    after = takePieces(after, prefixOf(refundId), pieces, seconds, ids)
  }
  if (undone.length === 0) return after
  // The returned time may belong to a smaller plan than the running plan.
  const { shares, plan } = convertLeftovers(after.entries, rates, ids.now)
  return append(after, conversionRows(shares, `part:${undone[0]?.id}`, plan), ids)
}

function takePieces(
  ledger: TimeLedger,
  prefix: string,
  pieces: ReturnType<typeof unusedPieces>,
  seconds: number,
  ids: NewRowIds,
): TimeLedger {
  let left = seconds
  const rows = pieces.flatMap(({ entry, seconds: unused }): Row[] => {
    const own = Math.min(left, unused)
    left -= own
    return own === 0
      ? []
      : [{ source: 'refund', sourceId: `${prefix}${ids.newId()}`, seconds: -own, converts: entry.id }]
  })
  return append(ledger, rows, ids)
}

/**
 * Repeats partial refunds of other grants that this reversal undid. If the reversed purchase had converted a grant,
 * takes the same share of the grant's original time.
 */
function takeAgain(ledger: TimeLedger, found: TimeEntry, undone: readonly TimeEntry[], ids: NewRowIds): TimeLedger {
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
    const pieces = grantId === null ? [] : unusedPieces(after.entries, grantId, ids.now)
    const prefix = part.sourceId.slice(0, part.sourceId.lastIndexOf('/') + 1)
    after = takePieces(after, prefix, pieces, seconds, ids)
  }
  return after
}
