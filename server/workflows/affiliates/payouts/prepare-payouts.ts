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
import { tellPeople } from '#server/modules/outbox/outbox.service.ts'
import { lockPayout } from '#server/modules/payouts/payouts.queries.ts'
import { periodEnd, readPeriod } from '#server/modules/payouts/payouts.rules.ts'
import { refuse, type Part, type PartsAct, type PartsDeps } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { PayoutRefused } from './payout-refused.ts'
import { undoPayout } from './undo-payout.ts'

/** `failed`: affiliates whose settlement could not be drawn up, and why. The others have theirs; a further run tries again. */
export type RunResult = {
  readonly settlements: number
  readonly amountMinor: number
  readonly failed: readonly { readonly affiliateId: string; readonly reason: string }[]
}
/** How many affiliates are looked at together, and from how many commissions on one is drawn up by itself, in steps of `step`. */
export type Pages = { readonly affiliates: number; readonly few: number; readonly step: number }

const usual: Pages = { affiliates: 200, few: 200, step: 1_000 }
const firstId = '00000000-0000-0000-0000-000000000000'

async function readRun(database: Database, period: string): Promise<Omit<Run, 'preparedBy'>> {
  const { affiliateTerms, monthZones } = await readSettings(database)
  const until = periodEnd(period, monthZones)
  const { now } = await database.transaction(async (tx) => ({ now: tx.now }))
  if (until > now) throw new PayoutRefused(`This month is not over yet; it can be closed from ${until.toISOString()}.`)
  return { period, until, minPayoutMinor: affiliateTerms.minPayoutMinor }
}

type Made = { settlements: number; amountMinor: number }
/** Called with how many commissions more were looked at. */
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

/**
 * Goes through all affiliates in good standing, page by page; each page is a part. Who has very many commissions comes after all
 * others, each a part: they wait for no one's million. What fails for one of them is noted, and the others go on.
 */
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

/** A hold that an operator puts or lets go at the same moment undoes a step; the next look sees it. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CommissionsMoved) || tries === 3) throw error
    }
  }
}

/** What is due to one affiliate, added up in pages; 0 below the minimum. */
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
 * Closes a month: draws up a settlement for every affiliate whose payable commissions come to the minimum. Every step is a
 * transaction of a bounded size with its audit row; who has very many commissions is drawn up alone, in several of them.
 * Run again it adds nothing, and ends what a run before could not. `period`: the month's first day.
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
  // What was freed before a page is taken back with it in a preview.
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
    if (!period) return refuse('InvalidInput', '{period} is a month like 2026-10.')
    const { settlements, amountMinor, failed } = await preparePayouts(database, { period, operator }, deps)
    return { ok: true, value: { settlements, amount: money(amountMinor, 'USD'), failed: [...failed] } }
  },
}

/** What a run before began and did not end is given up first, and drawn up anew by this one. */
async function freeUnfinished(database: Database, undone: Parameters<typeof undoPayout>[2]): Promise<void> {
  for (let ids = await listUnfinished(database, 100); ids.length > 0; ids = await listUnfinished(database, 100))
    for (const { id } of ids) await undoPayout(database, id, undone)
}

/** The settlement that is drawn up from now on; null where one is open or made already. */
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
      // Another run may have given it up a moment ago.
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

/** Tells affiliates of what this transaction drew up for them: the sum, the month, and from when it may be paid. */
async function tellPrepared(tx: Transaction, affiliateIds: readonly string[], month: string): Promise<void> {
  const prepared = await listPreparedNow(tx, affiliateIds, month)
  await tellPeople(
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
