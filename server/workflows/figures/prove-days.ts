import { formatMoney, money, type Currency } from '#shared/money.ts'
import { dayAt, type MonthZones } from '#shared/month-zones.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { addDays, daysBetween } from '#server/modules/figures/days.rules.ts'
import { findFoldedDays, listDaysWithPlans } from '#server/modules/figures/figures.queries.ts'
import { noteProof } from '#server/modules/figures/figures.service.ts'
import {
  findFirstBooking,
  listFoldDifferences,
  listPlanDifferences,
} from '#server/modules/ledger/daily-revenue.queries.ts'
import { reviewFigures } from '#server/modules/payments/reviews.service.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import { spanOf } from './read-days.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'

const pageDays = 7
export const proveDaysJob = 'prove-days'

type Difference = Awaited<ReturnType<typeof listFoldDifferences>>[number]
type ProofPage = { readonly first: string; readonly last: string; readonly isEnd: boolean; readonly zones: MonthZones }

async function findPage(db: Queryable, from: string | null): Promise<ProofPage | null> {
  const [{ first: folded, last }, { at }, { monthZones: zones }] = await Promise.all([
    findFoldedDays(db),
    findFirstBooking(db),
    readSettings(db),
  ])
  if (folded === null || last === null) return null
  const booked = at && dayAt(zones, at)
  const first = from ?? (booked !== null && booked < folded ? booked : folded)
  const end = addDays(first, pageDays - 1)
  return first > last ? null : { first, last: end < last ? end : last, isEnd: end >= last, zones }
}

type Range = Pick<ProofPage, 'first' | 'last' | 'zones'>
async function listDifferences(db: Queryable, { first, last, zones }: Range): Promise<Difference[]> {
  const found = await listFoldDifferences(
    db,
    daysBetween(first, last).map((day) => spanOf(zones, day)),
  )
  for (const { day } of await listDaysWithPlans(db, first, last))
    found.push(...(await listPlanDifferences(db, spanOf(zones, day))))
  return found
}

export async function findFigureProblems(
  db: Queryable,
  { onPage = () => {} }: { readonly onPage?: () => void } = {},
): Promise<string[]> {
  const problems: string[] = []
  for (let page = await findPage(db, null); page; page = await findPage(db, addDays(page.last, 1))) {
    problems.push(...(await listDifferences(db, page)).map(sentence))
    onPage()
  }
  return problems
}

/**
 * Compares all daily totals with the ledger postings. A day that differs for the first time opens a review and is
 * marked wherever it is shown. Continues in another run after its time limit.
 */
export async function proveDays(database: Database, job: Pick<Job, 'payload' | 'signal'>): Promise<void> {
  const { from } = job.payload
  for (let start = typeof from === 'string' ? from : null; ;) {
    const page = await findPage(database, start)
    if (!page) return
    await database.transaction((tx) => provePage(tx, page))
    if (page.isEnd) return
    start = addDays(page.last, 1)
    if (job.signal.aborted) return enqueueJob(database, proveDaysJob, { from: start }, { uniqueKey: 'rest' })
  }
}

async function provePage(tx: Parameters<Parameters<Database['transaction']>[0]>[0], page: ProofPage) {
  const { first, last } = page
  const found = Map.groupBy(await listDifferences(tx, page), ({ day }) => day)
  for (const day of daysBetween(first, last)) {
    const differences = found.get(day) ?? []
    const isNew = await noteProof(tx, day, differences.length > 0)
    if (isNew) await reviewFigures(tx, day, { day, differences: differences.map(sentence) })
  }
}

const amountOf = (amountMinor: number, currency: string): string =>
  formatMoney(money(amountMinor, currency as Currency), 'en')
const sentence = ({ day, account, currency, foldedMinor, bookedMinor }: Difference): string =>
  `figures of ${day}: ${account} is ${amountOf(foldedMinor, currency)} as folded and ${amountOf(bookedMinor, currency)} in the books`

const mostNamed = 20

export async function proveLedger(database: Database, { signal }: Pick<Job, 'signal'>): Promise<void> {
  const { problems } = await verifyLedger(database, { onProgress: () => signal.throwIfAborted() })
  if (problems.length === 0) return
  const details = { found: problems.length, differences: problems.slice(0, mostNamed) }
  await database.transaction((tx) => reviewFigures(tx, 'ledger', details))
}
