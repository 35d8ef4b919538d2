import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { convertLeftovers, decidePurchase, type Bought, type PlanRate, type Share } from './conversion.rules.ts'
import * as repo from './membership.repo.ts'
import { expiryAfter, foldPlans, grantStart, planSeconds, reversalOrder } from './membership.rules.ts'
import { findGrant, listGrants, type Grant, type GrantSource } from './membership.queries.ts'

export type PlanGrant = {
  userId: string
  source: GrantSource
  /** What the time came from; one grant per source and id, ever. */
  sourceId: string
  months: number
  bonusDays: number
  maxDevices: number
}

/** A row that is about to be written; what it leaves out is null. */
type Row = Pick<repo.NewGrant, 'source' | 'sourceId' | 'seconds'> &
  Partial<Pick<repo.NewGrant, 'id' | 'reverses' | 'converts' | 'planMonths' | 'maxDevices' | 'note'>>

const entriesOf = (ledger: readonly Grant[]) => ledger.map((grant) => ({ ...grant, at: grant.grantedAt }))

/** Writes rows one after another and brings the stored fold in line. The caller holds the membership's lock. */
async function append(
  tx: Transaction,
  userId: string,
  ledger: Grant[],
  rows: readonly Row[],
): Promise<{ expiresAt: Date }> {
  let expiresAt = ledger.at(-1)?.expiresAt ?? tx.now
  for (const row of rows) {
    const none = { reverses: null, converts: null, planMonths: null, maxDevices: null, note: null }
    const whole = { id: randomUUIDv7(), userId, ...none, ...row }
    const last = ledger.at(-1)?.expiresAt ?? null
    expiresAt = expiryAfter(last, { seconds: whole.seconds, at: tx.now, reverses: whole.reverses })
    await repo.insertGrant(tx, { ...whole, expiresAt })
    ledger.push({ ...whole, grantedAt: tx.now, expiresAt })
  }
  const { yearlyUntil, maxDevices } = foldPlans(entriesOf(ledger))
  await repo.saveMembership(tx, userId, {
    expiresAt,
    totalSeconds: ledger.reduce((total, { seconds }) => total + seconds, 0),
    maxDevices,
    yearlyUntil,
    benefitsUntil: yearlyUntil,
  })
  return { expiresAt }
}

/** `cause`: the id of what made the conversion, so that taking that back takes these back. */
const conversionRows = (shares: readonly Share[], cause: string, plan: { months: number; maxDevices: number }): Row[] =>
  shares.flatMap(({ grantId, outSeconds, inSeconds }): Row[] => {
    const about = { source: 'conversion', converts: grantId } as const
    const made = { planMonths: plan.months, maxDevices: plan.maxDevices }
    return [
      { ...about, sourceId: `${cause}/${grantId}/out`, seconds: -outSeconds },
      ...(inSeconds > 0 ? [{ ...about, ...made, sourceId: `${cause}/${grantId}/in`, seconds: inSeconds }] : []),
    ]
  })

/**
 * Grants a plan's time from the later of now and the current expiry. A plan of another size converts: what is left of a
 * smaller one by `rates`, or what is bought to the larger one that runs. Answers the expiry and the seconds granted; null
 * if this source was granted before, in which case nothing changes.
 */
export async function grantPlan(
  tx: Transaction,
  plan: PlanGrant,
  rates: readonly PlanRate[] = [],
): Promise<{ expiresAt: Date; seconds: number } | null> {
  const { userId, source, sourceId, months } = plan
  await repo.lockMembership(tx, userId)
  if (await findGrant(tx, source, sourceId)) return null
  const ledger = await listGrants(tx, userId)
  const decision = decidePurchase(entriesOf(ledger), plan, rates, tx.now)
  if (decision.kind === 'lift') {
    const { seconds, maxDevices } = decision
    const row = { source, sourceId, seconds: Math.max(1, seconds), planMonths: months, maxDevices }
    return { ...(await append(tx, userId, ledger, [row])), seconds: row.seconds }
  }
  if (decision.kind === 'raise')
    await append(tx, userId, ledger, conversionRows(decision.shares, `${source}:${sourceId}`, plan))
  const seconds = planSeconds(grantStart(tx.now, ledger.at(-1)?.expiresAt ?? null), months, plan.bonusDays)
  const row = { source, sourceId, seconds, planMonths: months, maxDevices: plan.maxDevices }
  return { ...(await append(tx, userId, ledger, [row])), seconds }
}

export type PurchasePreview = {
  readonly expiresAt: Date
  /** `remaining`: what is left is converted. `bought`: what is bought is. */
  readonly converted: 'nothing' | 'remaining' | 'bought'
  readonly daysBefore: number
  readonly daysAfter: number
  readonly devicesBefore: number
  readonly devicesAfter: number
}

const days = (seconds: number): number => Math.floor(seconds / 86_400)
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
  const plain = { expiresAt: new Date(start.getTime() + bought * 1000), daysBefore: 0, daysAfter: 0 }
  if (decision.kind === 'extend')
    return { ...plain, converted: 'nothing', devicesBefore: plan.maxDevices, devicesAfter: plan.maxDevices }
  if (decision.kind === 'lift')
    return {
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
    expiresAt: new Date(from.getTime() + planSeconds(from, plan.months, plan.bonusDays) * 1000),
    converted: 'remaining',
    daysBefore: days(out),
    daysAfter: days(back),
    devicesBefore: decision.fromDevices,
    devicesAfter: plan.maxDevices,
  }
}

export type TimeGrant = {
  userId: string
  source: GrantSource
  sourceId: string
  seconds: number
  note: string | null
}

/** Grants plain time (bonus, trial, an operator's gift). Null if this source was granted before. */
export async function grantTime(tx: Transaction, { userId, ...row }: TimeGrant): Promise<{ expiresAt: Date } | null> {
  await repo.lockMembership(tx, userId)
  if (await findGrant(tx, row.source, row.sourceId)) return null
  return append(tx, userId, await listGrants(tx, userId), [row])
}

/** Gifts to one user within so many days count together. */
export const giftWindowDays = 31
export const sumGifts = async (db: Queryable, userId: string): Promise<number> =>
  (await repo.sumGifts(db, userId, giftWindowDays)).seconds

export type Reversal = {
  source: GrantSource
  sourceId: string
  /** What takes the time back, once: a refund's or a dispute's id. */
  reversedBy: string
  note: string | null
}

/**
 * Takes back exactly the seconds that a grant gave, and undoes what it converted and what it was converted to. Null if
 * there is no such grant, or it was taken back before: one grant is reversed once, whatever asks for it.
 */
export async function reverseGrant(
  tx: Transaction,
  reversal: Reversal,
  rates: readonly PlanRate[] = [],
): Promise<{ expiresAt: Date; seconds: number } | null> {
  const found = await findGrant(tx, reversal.source, reversal.sourceId)
  if (!found) return null
  const { userId } = found
  await repo.lockMembership(tx, userId)
  const ledger = await listGrants(tx, userId)
  if (ledger.some((entry) => entry.reverses === found.id)) return null
  const rows = reversalOrder(ledger, found).map((grant): Row => {
    const { id: reverses, converts } = grant
    const { reversedBy: sourceId, note } = reversal
    return { source: 'refund', sourceId, seconds: -grant.seconds, reverses, converts, note }
  })
  let { expiresAt } = await append(tx, userId, ledger, rows)
  // A conversion that this undid may have left time of a smaller plan behind while a larger one runs.
  const { shares, plan } = convertLeftovers(entriesOf(ledger), rates, tx.now)
  if (shares.length > 0)
    ({ expiresAt } = await append(tx, userId, ledger, conversionRows(shares, `reversal:${found.id}`, plan)))
  return { expiresAt, seconds: -found.seconds }
}
