import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { decidePurchase, type Bought, type PlanRate } from './conversion.rules.ts'
import { differenceAt, priceDifference, type Difference } from './difference.rules.ts'
import * as repo from './membership.repo.ts'
import { findGrant, listGrants, listGrantsOf, type Grant } from './membership.queries.ts'
import { grantStart, planSeconds } from './membership.rules.ts'
import { secondsStoodStill, standstillId, standstillNote } from './standstill.rules.ts'
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
  type Making,
  type PlainTime,
  type PlanTime,
  type Reversal,
  type TimeEntry,
  type TimeLedger,
} from './time-ledger.rules.ts'
import { trialBegin } from './trial-time.rules.ts'

const entriesOf = (grants: readonly Grant[]) =>
  grants.map(({ grantedAt: at, ...grant }): TimeEntry => ({ ...grant, at }))

/** What new rows of the ledger are made of in this transaction. */
export const makingIn = ({ now }: Transaction): Making => ({ now, newId: randomUUIDv7 })

/**
 * Locks the memberships of these people, in the order of their ids, and reads their ledgers. A membership is made for each
 * of `members`; of `others` those who have none are left out.
 */
export async function lockLedgers(
  tx: Transaction,
  members: readonly string[],
  others: readonly string[] = [],
): Promise<ReadonlyMap<string, TimeLedger>> {
  // Sent together, and done one after the other: the ledgers are read under the locks.
  const [locked, grants] = await Promise.all([
    repo.lockMemberships(tx, members, others),
    listGrantsOf(tx, [...members, ...others]),
  ])
  const byUser = Map.groupBy(grants, ({ userId }) => userId)
  return new Map(locked.map(({ userId }) => [userId, openLedger(userId, entriesOf(byUser.get(userId) ?? []))]))
}

/** Writes what was added and brings the stored folds in line. The caller holds the memberships. */
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

/** One change of one person's time, in a transaction that changes no more of it. Null: it was made before. */
async function change(
  tx: Transaction,
  userId: string,
  decide: (ledger: TimeLedger, making: Making) => TimeLedger | null,
): Promise<{ ledger: TimeLedger; expiresAt: Date } | null> {
  const before = (await lockLedgers(tx, [userId])).get(userId)
  const ledger = before && decide(before, makingIn(tx))
  if (!ledger) return null
  await saveLedgers(tx, [ledger])
  return { ledger, expiresAt: foldLedger(ledger).expiresAt ?? tx.now }
}

/** `addPlan` for one person. Returns the expiry and the seconds granted. */
export async function grantPlan(
  tx: Transaction,
  { userId, ...plan }: PlanTime & { userId: string },
  rates: readonly PlanRate[] = [],
): Promise<Changed | null> {
  const changed = await change(tx, userId, (ledger, making) => addPlan(ledger, plan, rates, making))
  return changed && { expiresAt: changed.expiresAt, seconds: changed.ledger.entries.at(-1)?.seconds ?? 0 }
}

/** `addTime` for one person. */
export const grantTime = (
  tx: Transaction,
  { userId, ...time }: PlainTime & { userId: string },
): Promise<{ expiresAt: Date } | null> => change(tx, userId, (ledger, making) => addTime(ledger, time, making))

/** Gives back what ran since then and should have stood still, once, in the size that it had. Null: nothing did. */
export async function giveBackTime(tx: Transaction, userId: string, since: Date): Promise<Changed | null> {
  const changed = await change(tx, userId, (ledger, making) => {
    const seconds = secondsStoodStill(ledger.entries, since, making.now)
    if (seconds === 0) return null
    const maxDevices = foldLedger(ledger).maxDevices || null
    const from = { source: 'operator', sourceId: standstillId(userId, since) } as const
    return addTime(ledger, { ...from, seconds, maxDevices, note: standstillNote.en }, making)
  })
  return changed && { expiresAt: changed.expiresAt, seconds: changed.ledger.entries.at(-1)?.seconds ?? 0 }
}

/** `takeBack` for anyone who was granted it. Returns the expiry and the seconds, negative. */
export async function reverseGrant(
  tx: Transaction,
  reversal: Reversal,
  rates: readonly PlanRate[] = [],
): Promise<Changed | null> {
  const found = await findGrant(tx, reversal.source, reversal.sourceId)
  if (!found) return null
  const changed = await change(tx, found.userId, (ledger, making) => takeBack(ledger, reversal, rates, making))
  return changed && { expiresAt: changed.expiresAt, seconds: -found.seconds }
}

/** Expiry of the membership after `takeBack`; null if there is nothing to take. Writes nothing. */
export async function previewReversal(
  tx: Transaction,
  userId: string,
  reversal: Reversal,
  rates: readonly PlanRate[],
): Promise<Date | null> {
  const ledger = await readLedger(tx, userId)
  const after = takeBack(ledger, reversal, rates, makingIn(tx))
  return after && expiryOf(after)
}

type GrantOf = { readonly userId: string; readonly source: GrantSource; readonly sourceId: string }
const readLedger = async (db: Queryable, userId: string): Promise<TimeLedger> =>
  openLedger(userId, entriesOf(await listGrants(db, userId)))

/** `unusedSeconds` of one person's grant now. */
export const findUnused = async (tx: Transaction, { userId, ...grant }: GrantOf): Promise<number> =>
  unusedSeconds(await readLedger(tx, userId), grant, tx.now)

/** `takenSeconds` of one person's grant. */
export const findTaken = async (db: Queryable, { userId, ...grant }: GrantOf): Promise<number> =>
  takenSeconds(await readLedger(db, userId), grant)

/** Expiry of the membership after `seconds` of a grant are taken. Writes nothing. */
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
  /** `remaining`: what is left is converted. `bought`: what is bought is. */
  readonly converted: 'nothing' | 'remaining' | 'bought'
  readonly daysBefore: number
  readonly daysAfter: number
  readonly devicesBefore: number
  readonly devicesAfter: number
  /** The other way to so many devices: for the time that is left, and no more time. */
  readonly difference: Difference | null
}

/** As people count them: a year that was bought a minute ago has 365. */
const days = (seconds: number): number => Math.round(seconds / 86_400)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** What `grantPlan` would do now, without doing it. */
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
 * What this many devices cost for the time that someone has left, at the price that they were shown within the last minutes. Null:
 * there is nothing to sell, or it has another price by now.
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

/** `convertersOf` for one person. */
export const findConverters = async (
  tx: Transaction,
  { userId, source, sourceId }: { userId: string; source: GrantSource; sourceId: string },
): Promise<string[]> => convertersOf(openLedger(userId, entriesOf(await listGrants(tx, userId))), source, sourceId)

/** Gifts to one user within so many days count together. */
export const giftWindowDays = 31
export const sumGifts = async (db: Queryable, userId: string): Promise<number> =>
  (await repo.sumGifts(db, userId, giftWindowDays)).seconds
