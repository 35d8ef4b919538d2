import { dayAt, type MonthZones } from '#shared/month-zones.ts'
import { findFirstSignUp } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays, hasWholeFunnel, nextStep } from '#server/modules/figures/days.rules.ts'
import { funnelSteps, visitSteps, type FunnelStep } from '#server/modules/figures/figures.queries.ts'
import * as folds from '#server/modules/figures/figures.service.ts'
import {
  findFirstBooking,
  foldPlanRevenue,
  foldRevenue,
  type DaySpan,
} from '#server/modules/ledger/daily-revenue.queries.ts'
import { unpaidOrderDays } from '#server/modules/orders/orders.rules.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { countFunnel } from './count-funnel.ts'
import { spanOf } from './read-days.ts'

type Options = {
  readonly signal?: AbortSignal
  readonly now?: Date
}

/** Number of days before today for which revenue by plan is summed: enough for the months that the console compares. */
const planDays = 400

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
  const { monthZones } = await readSettings(tx)
  const day = await folds.takeDayWithoutPlans(tx, addDays(dayAt(monthZones, now), -planDays))
  if (day !== null) await foldPlanRevenue(tx, spanOf(monthZones, day))
  return day !== null
}

async function takeStep(tx: Transaction, now: Date): Promise<boolean> {
  const { last, watch } = await folds.lockFolds(tx)
  const { monthZones, affiliateTerms } = await readSettings(tx)
  const next = last === null ? await findFirst(tx, monthZones) : addDays(last, 1)
  if (next === null) return false
  const running = await folds.listRunning(tx)
  const step = nextStep(next, now, watch, running, (at) => dayAt(monthZones, at))
  if (step.do === 'look') await folds.saveWatch(tx, { lookedAt: now, waitsFor: running })
  if (step.do === 'fold') await foldDay(tx, spanOf(monthZones, next), now, affiliateTerms.attributionDays)
  return step.do !== 'nothing'
}

async function findFirst(db: Queryable, zones: MonthZones): Promise<string | null> {
  const [booked, signedUp] = await Promise.all([findFirstBooking(db), findFirstSignUp(db)])
  return [booked.at, signedUp.at].flatMap((at) => (at ? [dayAt(zones, at)] : [])).toSorted()[0] ?? null
}

async function foldDay(tx: Transaction, span: DaySpan, now: Date, attributionDays: number): Promise<void> {
  const { day, from, until } = span
  const hasFunnel = hasWholeFunnel(day, now, attributionDays, from)
  await folds.markFolded(tx, day)
  await foldRevenue(tx, span)
  const funnel = await countFunnel(tx, from, until)
  const isKept = (step: FunnelStep) =>
    visitSteps.includes(step) ? hasFunnel : step !== 'order_made' || hasWholeFunnel(day, now, unpaidOrderDays, from)
  for (const step of funnelSteps.filter(isKept)) await folds.addFunnel(tx, day, step, funnel[step])
}
