import { countSignUps } from '#server/modules/accounts/accounts.queries.ts'
import type { FunnelStep } from '#server/modules/figures/figures.queries.ts'
import { countVisits } from '#server/modules/marketing/marketing.queries.ts'
import { countMade, countPaid } from '#server/modules/orders/order-counts.queries.ts'
import { countBegun } from '#server/modules/trial/trial.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

export type Funnel = Readonly<Record<FunnelStep, number>>

export async function countFunnel(db: Queryable, from: Date, until: Date): Promise<Funnel> {
  const [visits, signUps, trials, made, paid] = await Promise.all([
    countVisits(db, from, until),
    countSignUps(db, from, until),
    countBegun(db, from, until),
    countMade(db, from, until),
    countPaid(db, from, until),
  ])
  return {
    ...visits,
    sign_up: signUps.count,
    trial: trials.count,
    order_made: made.count,
    order_paid: paid.count,
  }
}
