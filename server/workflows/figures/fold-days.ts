import { findFirstSignUpDay } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays, dayOf, endOf, hasWholeFunnel, nextStep, startOf } from '#server/modules/figures/days.rules.ts'
import { funnelSteps, visitSteps, type FunnelStep } from '#server/modules/figures/figures.queries.ts'
import * as folds from '#server/modules/figures/figures.service.ts'
import { findFirstDay, foldPlanRevenue, foldRevenue } from '#server/modules/ledger/daily-revenue.queries.ts'
import { unpaidOrderDays } from '#server/modules/orders/orders.rules.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { countFunnel } from './count-funnel.ts'

type Options = {
  readonly signal?: AbortSignal
  readonly now?: Date
}

const planDays = 40

export async function foldDays(database: Database, { signal, now }: Options = {}): Promise<void> {
  for (const takeNext of [takeStep, foldPlansOfDay]) {
    let goesOn = true
    while (goesOn) {
      if (signal?.aborted === true) return
      goesOn = await database.transaction((tx) => takeNext(tx, now ?? tx.now))
    }
  }
}

async function foldPlansOfDay(tx: Transaction, now: Date): Promise<boolean> {
  const day = await folds.takeDayWithoutPlans(tx, addDays(dayOf(now), -planDays))
  if (day !== null) await foldPlanRevenue(tx, day)
  return day !== null
}

async function takeStep(tx: Transaction, now: Date): Promise<boolean> {
  const { last, watch } = await folds.lockFolds(tx)
  const next = last === null ? await findFirst(tx) : addDays(last, 1)
  if (next === null) return false
  const running = await folds.listRunning(tx)
  const step = nextStep(next, now, watch, running)
  if (step.do === 'look') await folds.saveWatch(tx, { lookedAt: now, waitsFor: running })
  if (step.do === 'fold') await foldDay(tx, next, now)
  return step.do !== 'nothing'
}

async function findFirst(db: Queryable): Promise<string | null> {
  const [booked, signedUp] = await Promise.all([findFirstDay(db), findFirstSignUpDay(db)])
  return [booked.day, signedUp.day].filter((day) => day !== null).toSorted()[0] ?? null
}

async function foldDay(tx: Transaction, day: string, now: Date): Promise<void> {
  const { affiliateTerms } = await readSettings(tx)
  const hasFunnel = hasWholeFunnel(day, now, affiliateTerms.attributionDays)
  await folds.markFolded(tx, day)
  await foldRevenue(tx, day)
  const funnel = await countFunnel(tx, startOf(day), endOf(day))
  const isKept = (step: FunnelStep) =>
    visitSteps.includes(step) ? hasFunnel : step !== 'order_made' || hasWholeFunnel(day, now, unpaidOrderDays)
  for (const step of funnelSteps.filter(isKept)) await folds.addFunnel(tx, day, step, funnel[step])
}
