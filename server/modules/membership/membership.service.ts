import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '#server/platform/database.ts'
import * as repo from './membership.repo.ts'
import { expiryAfter, foldPlans, grantStart, isYearly, planSeconds } from './membership.rules.ts'

export type PlanGrant = {
  userId: string
  source: repo.GrantSource
  /** What the time came from; one grant per source and id, ever. */
  sourceId: string
  months: number
  bonusDays: number
  maxDevices: number
}

export const listGrants = repo.listGrants
export const findMembership = repo.findMembership
export const findGrant = repo.findGrant

/**
 * Grants a plan's time from the later of now and the current expiry. Answers the expiry and the seconds granted; null
 * if this source was granted before, in which case nothing changes.
 */
export async function grantPlan(
  tx: Transaction,
  plan: PlanGrant,
): Promise<{ expiresAt: Date; seconds: number } | null> {
  const membership = await repo.lockMembership(tx, plan.userId)
  if (await repo.findGrant(tx, plan.source, plan.sourceId)) return null
  const seconds = planSeconds(grantStart(tx.now, membership.expiresAt), plan.months, plan.bonusDays)
  const expiresAt = expiryAfter(membership.expiresAt, { seconds, at: tx.now, reverses: null })
  await repo.insertGrant(tx, {
    id: randomUUIDv7(),
    userId: plan.userId,
    source: plan.source,
    sourceId: plan.sourceId,
    seconds,
    reverses: null,
    planMonths: plan.months,
    maxDevices: plan.maxDevices,
    note: null,
    expiresAt,
  })
  const yearly = isYearly(plan.months)
  await repo.saveMembership(tx, plan.userId, {
    expiresAt,
    totalSeconds: membership.totalSeconds + seconds,
    maxDevices: plan.maxDevices,
    yearlyUntil: yearly ? expiresAt : membership.yearlyUntil,
    benefitsUntil: yearly ? expiresAt : membership.benefitsUntil,
  })
  return { expiresAt, seconds }
}

export type TimeGrant = {
  userId: string
  source: repo.GrantSource
  sourceId: string
  seconds: number
  note: string | null
}

/** Grants plain time (bonus, trial, an operator's gift). Null if this source was granted before. */
export async function grantTime(tx: Transaction, grant: TimeGrant): Promise<{ expiresAt: Date } | null> {
  const membership = await repo.lockMembership(tx, grant.userId)
  if (await repo.findGrant(tx, grant.source, grant.sourceId)) return null
  const expiresAt = expiryAfter(membership.expiresAt, { seconds: grant.seconds, at: tx.now, reverses: null })
  await repo.insertGrant(tx, {
    ...grant,
    id: randomUUIDv7(),
    reverses: null,
    planMonths: null,
    maxDevices: null,
    expiresAt,
  })
  await repo.saveMembership(tx, grant.userId, {
    ...membership,
    expiresAt,
    totalSeconds: membership.totalSeconds + grant.seconds,
  })
  return { expiresAt }
}

/** The expiry that a grant of time would lead to. */
export const previewTime = (expiresAt: Date | null, seconds: number, now: Date): Date =>
  expiryAfter(expiresAt, { seconds, at: now, reverses: null })

export type Reversal = {
  source: repo.GrantSource
  sourceId: string
  /** What takes the time back, once: a refund's or a dispute's id. */
  reversedBy: string
  note: string | null
}

/**
 * Takes back exactly the seconds that a grant gave. Null if there is no such grant, or it was taken back before: one
 * grant is reversed once, whatever asks for it.
 */
export async function reverseGrant(
  tx: Transaction,
  reversal: Reversal,
): Promise<{ expiresAt: Date; seconds: number } | null> {
  const found = await repo.findGrant(tx, reversal.source, reversal.sourceId)
  if (!found) return null
  const membership = await repo.lockMembership(tx, found.userId)
  const ledger = await repo.listGrants(tx, found.userId)
  if (ledger.some((entry) => entry.reverses === found.id)) return null
  const seconds = -found.seconds
  const expiresAt = expiryAfter(membership.expiresAt, { seconds, at: tx.now, reverses: found.id })
  const id = randomUUIDv7()
  await repo.insertGrant(tx, {
    id,
    userId: found.userId,
    source: 'refund',
    sourceId: reversal.reversedBy,
    seconds,
    reverses: found.id,
    planMonths: null,
    maxDevices: null,
    note: reversal.note,
    expiresAt,
  })
  const reversed = { id, seconds, reverses: found.id, planMonths: null, maxDevices: null, at: tx.now }
  const { yearlyUntil, maxDevices } = foldPlans([
    ...ledger.map((entry) => ({ ...entry, at: entry.grantedAt })),
    reversed,
  ])
  await repo.saveMembership(tx, found.userId, {
    expiresAt,
    totalSeconds: membership.totalSeconds + seconds,
    maxDevices,
    yearlyUntil,
    benefitsUntil: yearlyUntil,
  })
  return { expiresAt, seconds }
}
