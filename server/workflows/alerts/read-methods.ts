import type { Method } from '#shared/method.ts'
import type { Seen } from '#server/modules/alerts/follow-alerts.rules.ts'
import { methodDown, type Try } from '#server/modules/alerts/method-down.rules.ts'
import { salesStopped, type SalesPace } from '#server/modules/alerts/sales-stopped.rules.ts'
import { methodFall } from '#server/modules/alerts/thresholds.rules.ts'
import {
  countBuyers,
  countByMethod,
  countSales,
  listBuyerTries,
  type BuyerTry,
  type MethodCount,
  type UsualCount,
} from '#server/modules/payments/method-counts.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Age from which an unpaid attempt counts as failed, because younger attempts may still succeed. */
const settledMs = hourMs
const latelyMs = 24 * hourMs
const meanMs = 28 * 24 * hourMs
/** Time within which most buyers pay. A payment that took longer ends an alert that was raised too early. */
const quickMs = 3 * minuteMs
/** Time within which most transfers on a blockchain arrive, because buyers type and confirm them by hand. */
const slowMs = hourMs
const slowMethod: Method = 'crypto'
/**
 * Period in which the latest attempts are read: a week, because quiet shops need days for the few buyers that make a
 * failure visible.
 */
const triesMs = 7 * 24 * hourMs

/** Usual payment rates, computed from the attempts of several weeks. */
export type UsualMethods = {
  readonly counts: readonly MethodCount[]
  readonly buyers: readonly UsualCount[]
  readonly pace: SalesPace
}

/** Reads the usual payment rates. Expensive on a busy shop, so callers cache the result for a while. */
export async function readUsual(db: Queryable, now: Date): Promise<UsualMethods> {
  const until = new Date(now.getTime() - settledMs)
  const since = new Date(until.getTime() - latelyMs)
  const first = new Date(since.getTime() - meanMs)
  const [counts, buyers, sales] = await Promise.all([
    countByMethod(db, { first, since, until }),
    countBuyers(db, { first, until: since }),
    countSales(db, { first, until: since }),
  ])
  const byWeekHour = Array.from({ length: 7 * 24 }, (_, at) => sales.find((row) => row.weekHour === at)?.sales ?? 0)
  return { counts, buyers, pace: { days: sales[0]?.days ?? 1, byWeekHour } }
}

type Asked = {
  readonly now: Date
  readonly isOpen: (kind: 'method-down' | 'method-low', method: string) => boolean
  readonly usual: UsualMethods
  /** False for a shop that visitors find closed, where no sales are normal. */
  readonly isSelling: boolean
  /** Silence before it is normal, because the shop was closed or a method paused. */
  readonly sellingSince: Date | null
}

/**
 * Payment methods whose payments have stopped, those that succeed less often than in the four weeks before, and a shop
 * in which nobody has paid for longer than usual. The last says less, so a method that is down hides it.
 */
export async function readMethods(
  db: Queryable,
  { now, isOpen, usual, isSelling, sellingSince }: Asked,
): Promise<Seen[]> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const tries = await listBuyerTries(db, {
    since: before(triesMs),
    settled: before(quickMs),
    slowSettled: before(slowMs),
    slow: slowMethod,
  })
  const down = [...Map.groupBy(tries, ({ method }) => method)].flatMap(([method, own]): Seen[] => {
    const found = methodDown(
      own.map(tryOf),
      usual.buyers.find((each) => each.method === method) ?? { tried: 0, paid: 0, days: 1 },
      tries.findLast((each) => each.isPaid && each.method !== method)?.at ?? null,
      isOpen('method-down', method),
    )
    if (!found) return []
    const { cause, tried, paid, since } = found
    return [{ kind: 'method-down', subject: method, level: 1, detail: cause, amount: paid, total: tried, since }]
  })
  const isDown = (method: string) => down.some(({ subject }) => subject === method)
  const low = usual.counts.flatMap(({ method, lately, latelyPaid, before: tried, beforePaid }): Seen[] => {
    const fall = methodFall(
      { tried: lately, paid: latelyPaid },
      { tried, paid: beforePaid },
      isOpen('method-low', method),
    )
    if (!fall || isDown(method)) return []
    return [
      {
        kind: 'method-low',
        subject: method,
        level: 1,
        detail: null,
        amount: fall.now,
        total: fall.mean,
        since: null,
      },
    ]
  })
  const lastPaidAt = tries.findLast(({ isPaid }) => isPaid)?.at ?? before(triesMs)
  const quietSince = sellingSince !== null && sellingSince > lastPaidAt ? sellingSince : lastPaidAt
  const stopped = isSelling && down.length === 0 ? salesStopped(quietSince, now, usual.pace) : null
  return [
    ...down,
    ...low,
    ...(stopped
      ? [{ ...noDetails, kind: 'sales-stopped', amount: stopped.expected, since: stopped.since } as const]
      : []),
  ]
}

const noDetails = { subject: 'sales', level: 1, detail: null, total: null }

const tryOf = ({ at, isPaid, isRefused }: BuyerTry): Try => ({
  at,
  outcome: isPaid ? 'paid' : isRefused ? 'refused' : 'unpaid',
})
