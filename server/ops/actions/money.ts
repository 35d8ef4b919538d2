import { fromDecimal, formatMoney, money } from '#shared/money.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { secondPersonLimits } from '#server/modules/operators/second-person.rules.ts'
import { searchOrders } from '#server/modules/orders/orders.service.ts'
import { findOrder, type Order } from '#server/modules/orders/orders.queries.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { findOpenReview, listOpenReviews, type OpenReview } from '#server/modules/payments/review-queue.queries.ts'
import { decideTime } from '#server/modules/payments/refund-time.rules.ts'
import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import { createLog } from '#server/platform/log.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import { compareDay, type BillReport } from '#server/workflows/payments/review/compare-bills.ts'
import { comparePage, type Discrepancy } from '#server/workflows/payments/review/compare-payments.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import {
  isBeyond,
  previewRefund,
  RefundRefused,
  RefundTakesTwo,
  requestRefund,
  TimeUndecided,
  tryPreviewRefund,
  type RefundPreview,
} from '#server/workflows/payments/refunds/request-refund.ts'
import {
  requireDisputes,
  requireFailedRefund,
  resolveReview,
  ReviewRefused,
  reviewDecisions,
} from '#server/workflows/payments/review/resolve-review.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { afterOption, printNext, readCursor } from '../read-cursor.ts'
import { readInteger } from '../read-option.ts'
import { showProgress } from '../show-progress.ts'

const pageSize = 200

async function requireOrder(context: OpsContext): Promise<Order> {
  const [order, another] = await searchOrders(context.database, requireText(context, 'order'), 2)
  if (!order || another) throw new OpsError('--order names exactly one order, by its number or id.')
  return order
}

function readRefund({ values: { all, amount } }: OpsContext, { currency }: Order): number | 'all' {
  if ((all === true) === (amount !== undefined)) throw new OpsError('Give either --all or --amount.')
  const asked = typeof amount === 'string' ? fromDecimal(amount, currency) : null
  if (typeof amount === 'string' && !asked) throw new OpsError('--amount is like 12.34.')
  return asked ? asked.amountMinor : 'all'
}

const mostOf = ({ currency }: Pick<Order, 'currency'>) => secondPersonLimits.refundMinor[currency]
const takesTwoText = (order: Order) =>
  `More than ${formatMoney(money(mostOf(order), order.currency), 'en')} of an order goes back by two operators. So does money in another currency.`

/** Whether this refund, with what went back of the order before, takes two operators. */
async function isLargeRefund(
  { database }: OpsContext,
  order: Order,
  amountMinor: number | 'all',
): Promise<string | null> {
  const preview = await tryPreviewRefund(database, order, amountMinor)
  return preview && isBeyond(preview, mostOf(order)) ? takesTwoText(order) : null
}

/** What goes back with this refund and went back before, of the order's total: "267.99 of 268.00 (99.9 %)". */
function shareText({ totalMinor, currency }: Order, { availableMinor, amountMinor }: RefundPreview): string {
  const text = (minor: number) => formatMoney(money(minor, currency), 'en')
  const gone = Math.min(totalMinor, Math.max(0, totalMinor - availableMinor) + amountMinor)
  return `${text(gone)} of ${text(totalMinor)} (${Math.floor((gone * 1_000) / Math.max(1, totalMinor)) / 10} %)`
}

const keepsTime = ({ values }: OpsContext): boolean => values['keep-time'] === true

/** A part of the money keeps all of the time: the operator says so, knowing how large a part, or gives all of it back. */
function requireTimeDecision(context: OpsContext, order: Order, preview: RefundPreview): void {
  const time = decideTime(preview, keepsTime(context))
  if (time === 'clash')
    throw new OpsError('All of the money would be back, and takes the time with it: leave --keep-time out.')
  if (time === 'ask' && !context.dryRun)
    throw new OpsError(
      `${shareText(order, preview)} would be back, and all of the time would stay. State that with --keep-time, or give all of it back.`,
    )
}

/** Says what a refund does, and asks what becomes of the time. */
function printRefund(context: OpsContext, order: Order, preview: RefundPreview): void {
  const text = (minor: number) => formatMoney(money(minor, order.currency), 'en')
  context.print(
    `Order ${order.number}: ${preview.others.map(({ amountMinor: minor, currency }) => `${minor} minor units of ${currency} and `).join('')}${text(preview.amountMinor)} of ${text(preview.availableMinor)} goes back; the time it bought ${preview.takesTimeBack ? 'is taken back' : `stays, with ${shareText(order, preview)} back in all`}.`,
  )
  requireTimeDecision(context, order, preview)
}

/** What the operator can mend is a sentence. */
function explainRefund(error: unknown, order: Order): never {
  if (error instanceof RefundRefused)
    throw new OpsError(`At most ${formatMoney(money(error.availableMinor, order.currency), 'en')} can be given back.`)
  if (error instanceof RefundTakesTwo) throw new OpsError(`${takesTwoText(order)} Run it again.`)
  // Another refund came in between, so that this one is the last of the money, or no longer is.
  if (error instanceof TimeUndecided)
    throw new OpsError(`The order changed a moment ago: ${error.message}. Look again.`)
  throw error
}

/** Before anything is asked of a second person. */
async function checkRefund(context: OpsContext, order: Order, amountMinor: number | 'all'): Promise<string | null> {
  const preview = await tryPreviewRefund(context.database, order, amountMinor)
  if (preview) requireTimeDecision(context, order, preview)
  return isLargeRefund(context, order, amountMinor)
}

export const refund: Action = {
  name: 'refund',
  role: 'finance',
  stepUp: 'money',
  summary: 'Gives money back the way it came. All of it takes the time back too, once the provider has done it.',
  usage: '--order NUMBER (--all | --amount 12.34 --keep-time) --reason TEXT [--dry-run]',
  options: {
    order: { type: 'string' },
    all: { type: 'boolean' },
    amount: { type: 'string' },
    'keep-time': { type: 'boolean' },
    reason: { type: 'string' },
  },
  async second(context) {
    const order = await requireOrder(context)
    return checkRefund(context, order, readRefund(context, order))
  },
  async run(context) {
    const order = await requireOrder(context)
    const amountMinor = readRefund(context, order)
    const reason = requireText(context, 'reason')
    try {
      printRefund(context, order, await previewRefund(context.database, order, amountMinor))
      if (context.dryRun) return
      const ids = await requestRefund(context.database, {
        orderId: order.id,
        amountMinor,
        keepsTime: keepsTime(context),
        reason,
        requestedBy: context.operator,
        ...(context.isApproved !== true && { mostMinor: mostOf(order) }),
      })
      context.print(`Requested as ${ids.join(', ')}; a running server or worker sends it.`)
    } catch (error) {
      explainRefund(error, order)
    }
  },
}

export const reviewList: Action = {
  name: 'review-list',
  role: 'viewer',
  summary: 'Lists what a person must look at, the oldest first.',
  usage: '[--after ID]',
  options: afterOption,
  async run(context) {
    const items = await listOpenReviews(context.database, readCursor(context, 'after', '') || null, pageSize)
    if (items.length === 0) return context.print('Nothing waits for a decision.')
    context.table(
      items.map((item) => ({
        id: item.id,
        since: formatDate(item.openedAt),
        order: item.orderId ?? '',
        reason: item.reason,
        details: JSON.stringify(item.details),
      })),
    )
    printNext(context, items, pageSize)
  },
}

const openReview = async (context: OpsContext): Promise<OpenReview | undefined> => {
  const id = requireText(context, 'id')
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? findOpenReview(context.database, id) : undefined
}

/** Of the decision `refund`: how much goes back; all that is left, unless it is said. */
function readReviewRefund(context: OpsContext, order: Order): number | 'all' {
  return context.values.amount === undefined ? 'all' : readRefund(context, order)
}

function explain(error: unknown): never {
  if (error instanceof ReviewRefused) throw new OpsError(error.message)
  throw error
}

/** What a decision about disputes would do; an OpsError where there is nothing to decide. */
async function printDisputes(context: OpsContext, item: OpenReview, end: 'won' | 'lost'): Promise<void> {
  const order = item.orderId === null ? null : await findOrder(context.database, item.orderId)
  if (!order) return
  for (const { disputeId, amountMinor, payment } of await requireDisputes(context.database, item, order).catch(explain))
    context.print(
      `Dispute ${disputeId}: ${amountMinor} minor units of ${payment.amountMinor} ${payment.currency} would be ${end === 'won' ? 'ours again, and the time would be granted anew' : 'booked as lost'}.`,
    )
}

/** What a decision about a refund that failed would do; an OpsError where there is none. */
async function printFailedRefund(context: OpsContext, item: OpenReview, decision: 'retry' | 'settled'): Promise<void> {
  const { id, amountMinor, currency } = await requireFailedRefund(context.database, item).catch(explain)
  context.print(
    `Refund ${id}: ${amountMinor} minor units of ${currency} would ${decision === 'retry' ? 'be sent again under a new number' : 'count as given back'}; the time goes with the last of the money.`,
  )
}

export const reviewResolve: Action = {
  name: 'review-resolve',
  role: 'finance',
  stepUp: 'money',
  summary:
    'Decides an item of the review queue. keep: nothing follows. refund: all that is left of the money goes back, or a part of it, which leaves the time. lost: a dispute was lost, with the sum that it is about. won: it was won, and the time goes back to the buyer. What the provider says later outweighs both. retry: a refund that failed is sent again. settled: it was given back in another way, as by a transfer.',
  usage: `--id ID --decision ${reviewDecisions.join('|')} --reason TEXT [--amount 12.34 --keep-time] [--dry-run]`,
  options: {
    id: { type: 'string' },
    decision: { type: 'string' },
    amount: { type: 'string' },
    'keep-time': { type: 'boolean' },
    reason: { type: 'string' },
  },
  async second(context) {
    if (context.values.decision !== 'refund') return null
    const item = await openReview(context)
    const order = item?.orderId && (await findOrder(context.database, item.orderId))
    return order ? checkRefund(context, order, readReviewRefund(context, order)) : null
  },
  async run(context) {
    const id = requireText(context, 'id')
    const decision = reviewDecisions.find((known) => known === context.values.decision)
    if (!decision) throw new OpsError(`--decision is one of ${reviewDecisions.join(', ')}.`)
    const reason = requireText(context, 'reason')
    const item = await openReview(context)
    if (!item) throw new OpsError(`No open item ${id}; see review-list.`)
    if (item.orderId === null && decision !== 'keep')
      throw new OpsError('This item names no order: only keep can be decided.')
    if (decision !== 'refund' && (context.values.amount !== undefined || keepsTime(context)))
      throw new OpsError('--amount and --keep-time belong to the decision refund.')
    const order =
      decision === 'refund' && item.orderId !== null ? await findOrder(context.database, item.orderId) : null
    const amountMinor = order ? readReviewRefund(context, order) : 'all'
    if (order) {
      const preview = await previewRefund(context.database, order, amountMinor).catch((error: unknown) => {
        // An item that has no money left is decided all the same.
        if (amountMinor === 'all' && error instanceof RefundRefused) return null
        return explainRefund(error, order)
      })
      if (preview) printRefund(context, order, preview)
    }
    if (context.dryRun) {
      context.print(`Would decide "${decision}" about ${item.reason} of order ${item.orderId}.`)
      if (decision === 'won' || decision === 'lost') await printDisputes(context, item, decision)
      if (decision === 'retry' || decision === 'settled') await printFailedRefund(context, item, decision)
      return
    }
    const { operator, isApproved = false } = context
    const asked = {
      id,
      decision,
      reason,
      operator,
      amountMinor,
      keepsTime: keepsTime(context),
      ...(!isApproved && { mostMinorOf: mostOf }),
    }
    const outcome = await resolveReview(context.database, asked).catch((error: unknown) =>
      order ? explainRefund(error, order) : explain(error),
    )
    if (!outcome) throw new OpsError(`Somebody decided about ${id} a moment ago.`)
    context.print(
      `Decided. Refunds: ${outcome.refundIds.length === 0 ? 'none' : outcome.refundIds.join(', ')}; booked as lost: ${outcome.lostMinor} minor units.`,
    )
  },
}

export const ledgerVerify: Action = {
  name: 'ledger-verify',
  role: 'viewer',
  summary: 'Proves the ledger of money: balanced in each currency, and the same as the verified facts.',
  usage: '',
  options: {},
  async run(context) {
    const onProgress = showProgress(context.print, 'orders looked at')
    const { balances, problems } = await verifyLedger(context.database, { onProgress })
    context.table(
      balances.map(({ account, currency, debitMinor, creditMinor }) => ({
        account,
        currency,
        debit: debitMinor,
        credit: creditMinor,
        balance: debitMinor - creditMinor,
      })),
    )
    if (problems.length > 0) throw new OpsError(problems.join('\n'))
    context.print('The ledger is right.')
  },
}

/** A run stops after a while and says where; the command goes on until the day is done. */
async function compareWholeDay(
  deps: PaymentDeps,
  provider: ProviderId,
  day: string,
  onlyReport: boolean,
): Promise<BillReport> {
  const first = await compareDay(deps, { provider, day, onlyReport })
  const differences = [...first.differences]
  for (let after = first.next; after !== null;) {
    const rest = await compareDay(deps, { provider, day, onlyReport, after })
    differences.push(...rest.differences)
    after = rest.next
  }
  return { ...first, differences, next: null }
}

export const reconcile: Action = {
  name: 'reconcile',
  role: 'finance',
  stepUp: 'money',
  summary:
    'Compares the payments of the last days with what their providers say, and with the providers’ own lists; settles what was missed, reviews what differs.',
  usage: '[--days N] [--dry-run]',
  options: { days: { type: 'string' } },
  async run(context) {
    const days = readInteger(context, 'days', 1, 90) ?? 3
    const { config, database } = context
    const deps = { database, payments: createPayments(config), log: createLog(config.environment, 'silent') }
    const since = new Date(Date.now() - days * 86_400_000)
    const onCompared = showProgress(context.print, 'attempts compared')
    const found: Discrepancy[] = []
    let compared = 0
    for (let after: string | null = ''; after !== null;) {
      const page = await comparePage(deps, { since, after, onlyReport: context.dryRun })
      compared += page.compared
      found.push(...page.found)
      after = page.next
      onCompared(compared)
    }
    const onRead = showProgress(context.print, 'lists of a day read')
    const reports: BillReport[] = []
    for (let back = 1; back <= days; back++)
      for (const provider of deps.payments.ids) {
        reports.push(await compareWholeDay(deps, provider, beijingDayBefore(new Date(), back), context.dryRun))
        onRead(reports.length)
      }
    context.table(
      reports.map(({ provider, day, state, lines, differences }) => ({
        provider,
        day,
        list: state,
        lines,
        differences: differences.map(({ what }) => what).join(', '),
      })),
    )
    const listed = reports.reduce((total, { differences }) => total + differences.length, 0)
    if (found.length > 0) context.table(found)
    context.print(
      `${compared} attempts compared, ${found.length + listed} differences${context.dryRun ? ', nothing changed' : ''}.`,
    )
    if (found.length + listed > 0) throw new OpsError('There are differences.')
  },
}
