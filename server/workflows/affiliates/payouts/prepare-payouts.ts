import { randomUUID } from 'node:crypto'
import { money } from '#shared/money.ts'
import { listApproved, lockAffiliate, lockApproved } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { CommissionsMoved, drawUpFew } from '#server/modules/payouts/payouts.service.ts'
import {
  countWaiting,
  drawPage,
  drawReserves,
  endDrawing,
  listPreparedNow,
  listUnfinished,
  openDrawing,
  sumFreed,
  sumPage,
  type Run,
} from '#server/modules/payouts/draw-up.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { lockPayout } from '#server/modules/payouts/payouts.queries.ts'
import { periodEnd, readPeriod } from '#server/modules/payouts/payouts.rules.ts'
import { refuse, type Part, type PartsAct, type PartsDeps, type Operator } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { PayoutRefused } from './lock-payout.ts'
import { undoPayout } from './undo-payout.ts'
import { sentence } from '#text/sentence.ts'

/** Result of a run. `failed` lists affiliates whose payout failed, with the reason. Another run retries them. */
type RunResult = {
  readonly settlements: number
  readonly amountMinor: number
  readonly failed: readonly { readonly affiliateId: string; readonly reason: string }[]
}
/**
 * Batch sizes. `affiliates`: number in a page. `few`: number of commissions above which an affiliate is processed
 * alone. `step`: commissions per transaction of such an affiliate.
 */
export type Pages = { readonly affiliates: number; readonly few: number; readonly step: number }

const usual: Pages = { affiliates: 200, few: 200, step: 1_000 }
const firstId = '00000000-0000-0000-0000-000000000000'

async function readRun(database: Database, period: string): Promise<Omit<Run, 'preparedBy'>> {
  const { affiliateTerms, monthZones } = await readSettings(database)
  const until = periodEnd(period, monthZones)
  const { now } = await database.transaction(async (tx) => ({ now: tx.now }))
  if (until > now) throw new PayoutRefused(sentence('payout.monthOpen', { until: until.toISOString() }))
  return { period, until, minPayoutMinor: affiliateTerms.minPayoutMinor }
}

type Made = { settlements: number; amountMinor: number }
type Tell = (more: number) => void
type Step = {
  few(own: Database, ids: readonly string[]): Promise<Made>
  many(own: Database, id: string, tell: Tell): Promise<Made>
}

type Course = {
  readonly pages: Pages
  readonly step: Step
  readonly part: Part
  readonly begin: (own: Database, isFirst: boolean) => Promise<void>
  readonly tell: Tell
}

async function forEachAffiliate(database: Database, { pages, step, part, begin, tell }: Course): Promise<RunResult> {
  const failed: { affiliateId: string; reason: string }[] = []
  const total: Made = { settlements: 0, amountMinor: 0 }
  const attempt = async (ids: readonly string[], work: () => Promise<Made>) => {
    try {
      const { settlements, amountMinor } = await withRetries(work)
      total.settlements += settlements
      total.amountMinor += amountMinor
    } catch (error) {
      failed.push(...ids.map((affiliateId) => ({ affiliateId, reason: (error as Error).message })))
    }
  }
  const many: string[] = []
  for (let after: string | undefined = firstId; after !== undefined;) {
    const from: string = after
    after = await part(async (own) => {
      await begin(own, from === firstId)
      const page = (await listApproved(own, from, pages.affiliates)).map(({ id }) => id)
      const counted = page.length === 0 ? [] : await countWaiting(own, page, pages.few + 1)
      const withFew = counted.filter(({ count }) => count > 0 && count <= pages.few)
      const few = withFew.map(({ id }) => id)
      many.push(...counted.filter(({ count }) => count > pages.few).map(({ id }) => id))
      if (few.length > 0) await attempt(few, () => step.few(own, few))
      tell(withFew.reduce((sum, { count }) => sum + count, 0))
      return page.at(-1)
    })
  }
  for (const id of many)
    await part(async (own) => {
      await begin(own, false)
      await attempt([id], () => step.many(own, id, tell))
    })
  return { ...total, failed }
}

/**
 * A concurrent review of a commission rolls the transaction back. Tries up to three times, because a retry sees the new
 * state.
 */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CommissionsMoved) || tries === 3) throw error
    }
  }
}

async function sumWaiting(
  database: Database,
  id: string,
  { until, minPayoutMinor }: Omit<Run, 'preparedBy'>,
  step: number,
) {
  let sum = (await sumFreed(database, id)).minor
  for (let after = firstId; ;) {
    const { last, rows, amountMinor } = await sumPage(database, id, until, after, step)
    sum += amountMinor
    if (last === null || rows < step) return sum >= Math.max(1, minPayoutMinor) ? sum : 0
    after = last
  }
}

/**
 * Creates the payouts of a month for all approved affiliates whose commissions reach the minimum. `period`: first day
 * of the month. Runs in bounded transactions. Idempotent; another run completes an interrupted one.
 */
export async function preparePayouts(
  database: Database,
  { period, operator, pages = usual }: { period: string; operator: Operator; pages?: Pages },
  { part, preview, audit: record, emit }: Pick<PartsDeps, 'part' | 'preview' | 'audit' | 'emit'>,
): Promise<RunResult> {
  const run = { ...(await readRun(database, period)), preparedBy: operator }
  const audit = (tx: Transaction, made: Made, more: object) =>
    record(tx, `settlements of ${period}`, { period, ...made, ...more })
  const step: Step = {
    few: (own, ids) =>
      own.transaction(async (tx) => {
        const held = (await lockApproved(tx, ids)).map(({ id }) => id)
        const { made: settlements, amountMinor } = await drawUpFew(tx, held, run)
        if (settlements > 0) {
          await audit(tx, { settlements, amountMinor }, { from: ids[0] })
          await tellPrepared(tx, held, period)
        }
        return { settlements, amountMinor }
      }),
    async many(own, affiliateId, tell) {
      const none = { settlements: 0, amountMinor: 0 }
      if ((await sumWaiting(own, affiliateId, run, pages.step)) === 0) return none
      const id = await openFor(own, affiliateId, run)
      return id === null ? none : drawMany(own, { id, affiliateId, run, step: pages.step }, { audit, tell })
    },
  }
  // A preview rolls back every page, so payouts that an earlier run left unfinished must be freed again before each
  // page.
  const begin: Course['begin'] = async (own, isFirst) => {
    if (isFirst || preview) await freeUnfinished(own, { by: operator, reason: 'not finished', step: pages.step })
  }
  let looked = 0
  const tell: Tell = (more) => emit({ done: (looked += more), what: 'commissions looked at' })
  return forEachAffiliate(database, { pages, step, part, begin, tell })
}

export const payoutPreparation: PartsAct<'payouts.prepare'> = {
  async parts(database, input, operator, deps) {
    const period = readPeriod(input.period)
    if (!period)
      return refuse(
        'InvalidInput',
        sentence('field.wrong', { field: { field: 'period' }, must: sentence('must.month', { example: '2026-10' }) }),
      )
    const { settlements, amountMinor, failed } = await preparePayouts(database, { period, operator }, deps)
    return { ok: true, value: { settlements, amount: money(amountMinor, 'USD'), failed: [...failed] } }
  },
}

async function freeUnfinished(database: Database, undone: Parameters<typeof undoPayout>[2]): Promise<void> {
  for (let ids = await listUnfinished(database, 100); ids.length > 0; ids = await listUnfinished(database, 100))
    for (const { id } of ids) await undoPayout(database, id, undone)
}

const openFor = (database: Database, affiliateId: string, run: Run): Promise<string | null> =>
  database.transaction(async (tx) => {
    if ((await lockAffiliate(tx, affiliateId))?.state !== 'approved') return null
    const id = randomUUID()
    return (await openDrawing(tx, id, affiliateId, run)) === 1 ? id : null
  })

type ManyDrawing = { id: string; affiliateId: string; run: Run; step: number }

async function drawMany(
  database: Database,
  { id, affiliateId, run, step }: ManyDrawing,
  { audit, tell }: { audit: (tx: Transaction, made: Made, more: object) => Promise<unknown>; tell: Tell },
): Promise<Made> {
  const { until, preparedBy, minPayoutMinor } = run
  const none = { settlements: 0, amountMinor: 0 }
  for (let after = firstId; ;) {
    const {
      next,
      made,
      looked = 0,
    } = await database.transaction(async (tx) => {
      const isApproved = (await lockAffiliate(tx, affiliateId))?.state === 'approved'
      // Another run of the payout preparation may have cancelled this payout meanwhile.
      if ((await lockPayout(tx, id))?.state !== 'drawing') return { next: null, made: none }
      const page = await drawPage(tx, { id, affiliateId, until }, after, step)
      const { rows, amountMinor, commissions } = await drawReserves(tx, { id, affiliateId }, step)
      if ((page.rows === step || rows === step) && isApproved)
        return { next: page.last ?? after, made: null, looked: page.rows }
      if (!isApproved || amountMinor < Math.max(1, minPayoutMinor)) return { next: null, made: null }
      await endDrawing(tx, id)
      await audit(tx, { settlements: 1, amountMinor }, { affiliate: affiliateId, commissions })
      await tellPrepared(tx, [affiliateId], run.period)
      return { next: null, made: { settlements: 1, amountMinor }, looked: page.rows }
    })
    tell(looked)
    if (made) return made
    if (next === null) {
      await undoPayout(database, id, { by: preparedBy, reason: 'less than the minimum', step })
      return none
    }
    after = next
  }
}

async function tellPrepared(tx: Transaction, affiliateIds: readonly string[], month: string): Promise<void> {
  const prepared = await listPreparedNow(tx, affiliateIds, month)
  await notifyPeople(
    tx,
    prepared.map(({ id, affiliateId, period, amountMinor, restsUntil, reserveKeptMinor, reservePaidMinor }) => ({
      userId: affiliateId,
      event: `aff-prepared:${id}`,
      template: 'aff-prepared',
      facts: {
        payoutId: id,
        period: period.slice(0, 7),
        amountMinor,
        currency: 'USD',
        at: tx.now.toISOString(),
        restsUntil: restsUntil?.toISOString() ?? null,
        reserveKeptMinor,
        reservePaidMinor,
      },
    })),
  )
}
