import { findFoldedDays } from '#server/modules/affiliates/affiliate-days.queries.ts'
import { foldDay, foldOpenDays } from '#server/modules/affiliates/affiliate-days.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays, endOf, graceMs, hasWholeFunnel, startOf } from '#server/modules/figures/days.rules.ts'
import { findFoldedDays as findShopDays } from '#server/modules/figures/figures.queries.ts'
import { listRunning, lockFolds } from '#server/modules/figures/figures.service.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { foldHolds } from '#server/modules/payouts/commission-holds.service.ts'

/** Sums up each closed day of all affiliates, one transaction per day, from the first day of the shop on. */
export async function foldAffiliateDays(database: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const isDone = !(await database.transaction(foldNext))
    if (isDone || signal?.aborted === true) return
  }
}

async function foldNext(tx: Transaction): Promise<boolean> {
  await lockFolds(tx)
  const { first, last } = await findShopDays(tx)
  const folded = await findFoldedDays(tx)
  const day = folded.last === null ? first : addDays(folded.last, 1)
  if (day === null || last === null || day > last) return false
  const { affiliateTerms } = await readSettings(tx)
  const hasVisits = hasWholeFunnel(day, tx.now, affiliateTerms.attributionDays)
  await foldDay(tx, { day, from: startOf(day), until: endOf(day), hasVisits })
  return true
}

type Options = {
  readonly signal?: AbortSignal
  readonly now?: Date
}

/**
 * Sums up the days that are not closed yet, except the last minutes, so that reading an affiliate's figures is equally
 * fast at any time of day. A backlog takes several transactions.
 */
export async function foldAffiliateOpenDays(database: Database, { signal, now }: Options = {}): Promise<void> {
  for (;;) {
    const goesOn = await database.transaction((tx) => foldNextOpen(tx, now ?? tx.now))
    if (!goesOn || signal?.aborted === true) return
  }
}

async function foldNextOpen(tx: Transaction, now: Date): Promise<boolean> {
  await lockFolds(tx)
  const { last } = await findFoldedDays(tx)
  if (last === null) return false
  const running = await listRunning(tx)
  return foldOpenDays(tx, { begin: endOf(last), now, running, graceMs })
}

export const foldCommissionHolds = (database: Database): Promise<void> =>
  database.transaction(async (tx) => {
    const { last } = await findShopDays(tx)
    if (last !== null) await foldHolds(tx, last, endOf)
  })
