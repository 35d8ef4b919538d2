import { randomUUIDv7 } from 'node:crypto'
import { listBatchLines } from '#server/modules/audit/batches.queries.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listOpenReviewsOf } from '#server/modules/payments/review-queue.queries.ts'
import { done, refuse, Refused, type LookAct, type Read, type Operator } from '#server/platform/act.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import { rehearse } from '#server/platform/rehearse.ts'
import { requireOrder } from '#server/workflows/membership/name-subject.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { findOverDay, entitledPreparer, overDailyLimit, type Amount } from './refunds-of-day.ts'
import { promiseOfOrder } from './request-refund.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

/** Maximum number of orders per refund batch, because the preview tries out each refund. */
const mostOrders = 100

type Given = {
  readonly amounts: readonly Amount[]
  readonly counted: readonly Amount[]
  readonly refundIds: readonly string[]
  readonly takesTwo: boolean
}
type Line = { readonly id: string | null; readonly order: string; readonly why: Sentence | null } & Omit<
  Given,
  'refundIds'
>

async function giveAllBack(tx: Transaction, orderId: string, reason: string, operator: Operator): Promise<Given> {
  const order = await lockOrder(tx, orderId)
  // Skips orders with an open review, because a dispute may already have taken the money. The review decides about
  // them.
  if ((await listOpenReviewsOf(tx, [orderId])).length > 0)
    throw new Refused('NotPossible', sentence('order.waitsInQueue', { order: order.number }))
  const { sums, refundIds, takesTwo } = await promiseOfOrder(tx, order, { reason }, operator)
  const amounts = order.totalMinor === 0 ? [{ amountMinor: 0, currency: order.currency }] : sums
  return { amounts, counted: sums, refundIds, takesTwo: takesTwo !== null }
}

async function rehearseLine(database: Database, named: string, reason: string, operator: Operator): Promise<Line> {
  let known: { id: string | null; order: string } = { id: null, order: named }
  try {
    const { id, number } = await requireOrder(database, named)
    known = { id, order: number }
    const { amounts, counted, takesTwo } = await rehearse(database, (tx) => giveAllBack(tx, id, reason, operator))
    return { ...known, amounts, counted, takesTwo, why: null }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const why = known.id === null ? sentence('order.notOne') : error.refusal.sentence
    return { ...known, amounts: [], counted: [], takesTwo: false, why }
  }
}

function sumUp(parts: readonly Amount[]): (Amount & { readonly orders: number })[] {
  return [...Map.groupBy(parts, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    orders: of.length,
    amountMinor: of.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }))
}

const batchJob = 'refund-of-batch'

/**
 * Previews each refund in its own transaction, so that no two order locks are held at once. Then stores the decision in
 * one transaction, with a job for each order (`refundLine`).
 */
export const refundBatch: LookAct<'refunds.batch', readonly Line[]> = {
  async look(database, { orders, reason }, operator) {
    const named = new Set(orders.map((each) => each.trim()).filter((each) => each !== ''))
    if (named.size === 0 || named.size > mostOrders)
      throw new Refused('InvalidInput', sentence('batch.orderCount', { most: mostOrders }))
    const lines = new Map<string, Line>()
    for (const each of named) {
      const line = await rehearseLine(database, each, reason, operator)
      lines.set(line.id ?? line.order, line)
    }
    return [...lines.values()]
  },
  async act(tx, { reason }, { id: operatorId, name }, deps, lines) {
    const free = lines.filter(({ why }) => why === null)
    const [first] = lines
    if (free.length === 0) return refuse('NotPossible', sentence('batch.nothing', { why: first?.why ?? '' }))
    const batch = randomUUIDv7()
    for (const { id: orderId, amounts } of free)
      await enqueueJob(
        tx,
        batchJob,
        { batch, orderId, amounts, reason, operator: { id: operatorId, name } },
        { lane: 'settlement', uniqueKey: `${batch}:${orderId}` },
      )
    const sums = sumUp(free.flatMap(({ amounts }) => amounts))
    const counted = sumUp(free.flatMap((line) => line.counted))
    const ofDay = await findOverDay(tx, operatorId, counted)
    const { operatorLimits } = await readSettings(tx)
    const isLarge = free.some(({ takesTwo }) => takesTwo)
    const output = {
      batch,
      orders: free.length,
      sums: sums.map(({ orders, ...amount }) => ({ orders, amount })),
      lines: lines.flatMap(({ order, amounts, why }) =>
        (why === null ? amounts : [null]).map((amount) => ({ order, amount, why })),
      ),
    }
    const details = {
      reason,
      sums: counted,
      orders: free.map(({ order, amounts }) => ({ order, amounts })),
      ...entitledPreparer(deps),
    }
    return done(output, `refund batch ${batch}`, details, {
      takesTwo: isLarge ? overDailyLimit(operatorLimits) : ofDay,
    })
  },
}

type Asked = {
  readonly batch: string
  readonly orderId: string
  readonly amounts: readonly Amount[]
  readonly reason: string
  readonly operator: Operator
}

/**
 * Refunds one order of a batch in one transaction, so that a crash cannot refund it twice. If the amount differs from
 * the preview, nothing is refunded and the audit log says why.
 */
export async function refundLine(database: Database, job: Job): Promise<void> {
  const { batch, orderId, amounts, reason, operator } = job.payload as Asked
  const write = (tx: Transaction, order: string, details: object) =>
    recordAction(tx, { operator, action: 'refunds.batch', subject: `order ${order}`, details: { batch, ...details } })
  const { number } = await requireOrder(database, orderId)
  try {
    await database.transaction(async (tx) => {
      const given = await giveAllBack(tx, orderId, reason, operator)
      if (!areSame(given.amounts, amounts)) throw new Refused('NotPossible', 'refund.orderChanged')
      await write(tx, number, { amounts, reason, refundIds: given.refundIds })
      await job.completeIn(tx)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await database.transaction(async (tx) => {
      await write(tx, number, { amounts, why: error.refusal.sentence })
      await job.completeIn(tx)
    })
  }
}

const areSame = (one: readonly Amount[], other: readonly Amount[]): boolean =>
  one.length === other.length &&
  one.every(
    ({ amountMinor, currency }) =>
      other.find((each) => each.currency === currency && each.amountMinor === amountMinor) !== undefined,
  )

type Kept = { readonly orders: readonly { readonly order: string; readonly amounts: readonly Amount[] }[] }
type KeptLine = { readonly why?: Sentence }

export const listRefundBatch: Read<'refunds.batch-lines'> = async (database, { batch }) => {
  const rows = await listBatchLines(database, batch)
  const whole = rows.find(({ subject }) => subject === `refund batch ${batch}`)
  if (!whole) return refuse('NotFound', 'batch.unknown')
  const lines = new Map(rows.map(({ subject, details }) => [subject, details as KeptLine]))
  const items = (whole.details as Kept).orders.flatMap(({ order, amounts }) => {
    const line = lines.get(`order ${order}`)
    const state = line === undefined ? 'waits' : line.why === undefined ? 'asked' : 'refused'
    return amounts.map((amount) => ({ order, amount, state, why: line?.why ?? null }))
  })
  return { ok: true, value: { by: whole.operator, at: whole.at, lines: items } }
}
