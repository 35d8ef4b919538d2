import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { decidePurchase, type Bought, type PlanRate } from './conversion.rules.ts'
import { differenceAt, priceDifference, type Difference } from './difference.rules.ts'
import * as repo from './membership.repo.ts'
import { findGrant, listGrants, listGrantsOf, type Grant } from './membership.queries.ts'
import { grantStart, planSeconds } from './membership.rules.ts'
import { secondsStoodStill, standstillId, standstillNote, trialBegin } from './standstill.rules.ts'
import {
  addPlan,
  addTime,
  addedEntries,
  convertersOf,
  expiryOf,
  foldLedger,
  openLedger,
  takeBack,
  takenSeconds,
  unusedSeconds,
  type GrantSource,
  type NewRowIds,
  type PlainTime,
  type PlanTime,
  type Reversal,
  type TimeEntry,
  type TimeLedger,
} from './time-ledger.rules.ts'

const entriesOf = (grants: readonly Grant[]) =>
  grants.map(({ grantedAt: at, ...grant }): TimeEntry => ({ ...grant, at }))

export const idsIn = ({ now }: Transaction): NewRowIds => ({ now, newId: randomUUIDv7 })

/**
 * Locks the memberships of these users in the order of their ids, which prevents deadlocks, and reads their ledgers.
 * Creates missing memberships of `members`; omits `others` without a membership.
 */
export async function lockLedgers(
  tx: Transaction,
  members: readonly string[],
  others: readonly string[] = [],
): Promise<ReadonlyMap<string, TimeLedger>> {
  // Both SQL statements are sent together but executed in order, so the ledgers are read under the locks.
  const [locked, grants] = await Promise.all([
    repo.lockMemberships(tx, members, others),
    listGrantsOf(tx, [...members, ...others]),
  ])
  const byUser = Map.groupBy(grants, ({ userId }) => userId)
  return new Map(locked.map(({ userId }) => [userId, openLedger(userId, entriesOf(byUser.get(userId) ?? []))]))
}

/** Writes new entries and updates the stored totals. The caller must hold the memberships' locks. */
export async function saveLedgers(tx: Transaction, ledgers: Iterable<TimeLedger>): Promise<void> {
  const changed = [...ledgers].filter((ledger) => addedEntries(ledger).length > 0)
  await Promise.all(
    changed.map((ledger) => {
      const fold = { ...foldLedger(ledger), trialFrom: trialBegin(ledger.entries) }
      return repo.addGrants(tx, ledger.userId, addedEntries(ledger), fold)
    }),
  )
}

type Changed = { expiresAt: Date; seconds: number }

/**
 * Changes the membership time of one user. The same transaction must not change it a second time. Null if the change
 * was already made.
 */
async function change(
  tx: Transaction,
  userId: string,
  decide: (ledger: TimeLedger, ids: NewRowIds) => TimeLedger | null,
): Promise<{ ledger: TimeLedger; expiresAt: Date } | null> {
  const before = (await lockLedgers(tx, [userId])).get(userId)
  const ledger = before && decide(before, idsIn(tx))
  if (!ledger) return null
  await saveLedgers(tx, [ledger])
  return { ledger, expiresAt: foldLedger(ledger).expiresAt ?? tx.now }
}

/**
 * Grants the time of a plan to a user. Returns the new expiry and the granted seconds; null if the same source granted
 * it before.
 */
export async function grantPlan(
  tx: Transaction,
  { userId, ...plan }: PlanTime & { userId: string },
  rates: readonly PlanRate[] = [],
): Promise<Changed | null> {
  const changed = await change(tx, userId, (ledger, ids) => addPlan(ledger, plan, rates, ids))
  return changed && { expiresAt: changed.expiresAt, seconds: changed.ledger.entries.at(-1)?.seconds ?? 0 }
}

export const grantTime = (
  tx: Transaction,
  { userId, ...time }: PlainTime & { userId: string },
): Promise<{ expiresAt: Date } | null> => change(tx, userId, (ledger, ids) => addTime(ledger, time, ids))

/**
 * Grants the membership time that passed since `since` while the account was blocked, once, for the same number of
 * devices. Null if no time passed or it was already granted.
 */
export async function giveBackTime(tx: Transaction, userId: string, since: Date): Promise<Changed | null> {
  const changed = await change(tx, userId, (ledger, ids) => {
    const seconds = secondsStoodStill(ledger.entries, since, ids.now)
    if (seconds === 0) return null
    const maxDevices = foldLedger(ledger).maxDevices || null
    const from = { source: 'operator', sourceId: standstillId(userId, since) } as const
    return addTime(ledger, { ...from, seconds, maxDevices, note: standstillNote.en }, ids)
  })
  return changed && { expiresAt: changed.expiresAt, seconds: changed.ledger.entries.at(-1)?.seconds ?? 0 }
}

/**
 * Takes a grant back from the user who owns it. Returns the new expiry and the seconds taken, as a negative number.
 * Null if there is no such grant or it was already taken back.
 */
export async function reverseGrant(
  tx: Transaction,
  reversal: Reversal,
  rates: readonly PlanRate[] = [],
): Promise<Changed | null> {
  const found = await findGrant(tx, reversal.source, reversal.sourceId)
  if (!found) return null
  const changed = await change(tx, found.userId, (ledger, ids) => takeBack(ledger, reversal, rates, ids))
  return changed && { expiresAt: changed.expiresAt, seconds: -found.seconds }
}

/** Predicts the expiry of a membership after a grant is taken back. Null if there is nothing to take. Read-only. */
export async function previewReversal(
  tx: Transaction,
  userId: string,
  reversal: Reversal,
  rates: readonly PlanRate[],
): Promise<Date | null> {
  const ledger = await readLedger(tx, userId)
  const after = takeBack(ledger, reversal, rates, idsIn(tx))
  return after && expiryOf(after)
}

type GrantOf = { readonly userId: string; readonly source: GrantSource; readonly sourceId: string }
const readLedger = async (db: Queryable, userId: string): Promise<TimeLedger> =>
  openLedger(userId, entriesOf(await listGrants(db, userId)))

export const findUnused = async (tx: Transaction, { userId, ...grant }: GrantOf): Promise<number> =>
  unusedSeconds(await readLedger(tx, userId), grant, tx.now)

export const findTaken = async (db: Queryable, { userId, ...grant }: GrantOf): Promise<number> =>
  takenSeconds(await readLedger(db, userId), grant)

export async function previewTaking(
  tx: Transaction,
  { userId, ...grant }: GrantOf,
  seconds: number,
): Promise<Date | null> {
  const ledger = await readLedger(tx, userId)
  const unused = unusedSeconds(ledger, grant, tx.now)
  const expiresAt = expiryOf(ledger)
  return expiresAt && new Date(expiresAt.getTime() - Math.min(seconds, unused) * 1000)
}

export type PurchasePreview = {
  readonly expiresAt: Date
  /**
   * Which time is converted to another number of devices: the time that remained before the purchase (`remaining`), the
   * bought time (`bought`), or none.
   */
  readonly converted: 'nothing' | 'remaining' | 'bought'
  readonly daysBefore: number
  readonly daysAfter: number
  readonly devicesBefore: number
  readonly devicesAfter: number
  /** Offer beside the purchase of a larger plan: only more devices, for the remaining time. */
  readonly difference: Difference | null
}

/** Rounds seconds to days, so that a year bought a minute ago has 365 days. */
const days = (seconds: number): number => Math.round(seconds / 86_400)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Predicts the result of `grantPlan` at this moment, without writing anything. */
export async function previewPlan(
  db: Queryable,
  userId: string,
  plan: Bought,
  rates: readonly PlanRate[],
): Promise<PurchasePreview> {
  const [ledger, membership] = [await listGrants(db, userId), await repo.findNow(db)]
  const { now } = membership
  const decision = decidePurchase(entriesOf(ledger), plan, rates, now)
  const expiry = ledger.at(-1)?.expiresAt ?? null
  const start = grantStart(now, expiry)
  const bought = planSeconds(start, plan.months, plan.bonusDays)
  const difference = priceDifference(entriesOf(ledger), plan.maxDevices, rates, now)
  const plain = { difference, expiresAt: new Date(start.getTime() + bought * 1000), daysBefore: 0, daysAfter: 0 }
  if (decision.kind === 'extend')
    return { ...plain, converted: 'nothing', devicesBefore: plan.maxDevices, devicesAfter: plan.maxDevices }
  if (decision.kind === 'lift')
    return {
      difference,
      expiresAt: new Date(start.getTime() + Math.max(1, decision.seconds) * 1000),
      converted: 'bought',
      daysBefore: days(bought),
      daysAfter: days(decision.seconds),
      devicesBefore: plan.maxDevices,
      devicesAfter: decision.maxDevices,
    }
  const [out, back] = [
    sum(decision.shares.map(({ outSeconds }) => outSeconds)),
    sum(decision.shares.map(({ inSeconds }) => inSeconds)),
  ]
  const from = grantStart(now, new Date((expiry ?? now).getTime() + (back - out) * 1000))
  return {
    difference,
    expiresAt: new Date(from.getTime() + planSeconds(from, plan.months, plan.bonusDays) * 1000),
    converted: 'remaining',
    daysBefore: days(out),
    daysAfter: days(back),
    devicesBefore: decision.fromDevices,
    devicesAfter: plan.maxDevices,
  }
}

/**
 * Finds the upgrade to this many devices at a price that was shown within the last minutes. Null if no upgrade is
 * possible or the price has changed.
 */
export async function findDifference(
  tx: Transaction,
  userId: string,
  wish: { readonly maxDevices: number; readonly shownMinor: number },
  rates: readonly PlanRate[],
): Promise<Difference | null> {
  const entries = entriesOf(await listGrants(tx, userId))
  return differenceAt(wish.shownMinor, (at) => priceDifference(entries, wish.maxDevices, rates, at), tx.now)
}

export const findConverters = async (
  tx: Transaction,
  { userId, source, sourceId }: { userId: string; source: GrantSource; sourceId: string },
): Promise<string[]> => convertersOf(openLedger(userId, entriesOf(await listGrants(tx, userId))), source, sourceId)

/** Days over which the operators' gifts to one user are summed for the limit. */
export const giftWindowDays = 31
export const sumGifts = async (db: Queryable, userId: string): Promise<number> =>
  (await repo.sumGifts(db, userId, giftWindowDays)).seconds
