import { decodeTime } from 'ulid'
import type { ActionOutput } from '#shared/contract/operator.ts'
import { money } from '#shared/money.ts'
import { listIdentifiers, listUids } from '#server/modules/accounts/accounts.queries.ts'
import { findBlockTime } from '#server/modules/accounts/blocks.service.ts'
import { listEntriesAbout } from '#server/modules/audit/audit.queries.ts'
import { listTransfers } from '#server/modules/chains/transfers.queries.ts'
import { listDevices } from '#server/modules/devices/devices.queries.ts'
import { listPostings } from '#server/modules/ledger/ledger.queries.ts'
import { findMembership, listGrantsFrom } from '#server/modules/membership/membership.queries.ts'
import { listNotes } from '#server/modules/notes/notes.queries.ts'
import { listEvents, type Order } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { listStatements } from '#server/modules/payments/find-payments.queries.ts'
import { readMoney, type ReadMoney } from '#server/modules/payments/read-money.ts'
import { listReviewsOf } from '#server/modules/payments/review-queue.queries.ts'
import { listOfOrder } from '#server/modules/payouts/commissions.queries.ts'
import { reserveLeft } from '#server/modules/payouts/reserves.rules.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { listLinkUse } from '#server/modules/tunnels/usage.queries.ts'
import { listStandings } from '#server/modules/tunnels/panels/marks.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireOrder } from '#server/workflows/membership/name-subject.ts'
import { describeOrders } from '#server/workflows/orders/describe-orders.ts'
import { shownName } from './find-anything.ts'
import { orderStages } from './order-stages.rules.ts'
import {
  askedRows,
  cutting,
  presentAct,
  presentNote,
  presentTime,
  presentTunnel,
  type ShownGrant,
} from './page-parts.ts'
import { timelineEntry, buildTimeline, type Happening } from './timeline.rules.ts'

type Shown = ActionOutput<'orders.show'>

/**
 * Maximum number of entries of each kind, such as payments and reviews, shown for one order; more would indicate a bug
 * or an attack.
 */
const mostRows = 200

export async function showOrder(tx: Transaction, named: string, mayRead: boolean): Promise<Shown> {
  const order = await requireOrder(tx, named)
  const { id, userId, number, currency, totalMinor, groupId } = order
  const subject = `order ${number}`
  const sources = groupId === null ? [id] : [id, groupId]
  const [about, buyer, [seen], notes, acts] = await Promise.all([
    readAbout(tx, order),
    readBuyer(tx, userId, sources),
    describeOrders(tx, userId, [order], 'en'),
    listNotes(tx, subject, askedRows),
    listEntriesAbout(tx, subject, mostRows),
  ])
  const uids = await listUids(tx, [userId, ...about.commissions.map(({ affiliateId }) => affiliateId)])
  const uidOf = new Map(uids.map((each) => [each.id, each.uid]))
  const { cut, more } = cutting()
  const sums = sumsOf(about.money, currency)
  const grants = buyer.grants.filter(({ reverses }) => reverses === null)
  const standing = grants.find(({ isReversed, converts }) => !isReversed && converts === null)
  return {
    number,
    id,
    user: uidOf.get(userId) ?? 0,
    name: shownName(buyer.identifiers[0] ?? { kind: null, value: null }, mayRead),
    product: order.productNames,
    months: order.months,
    maxDevices: order.maxDevices,
    method: order.method,
    price: money(order.priceMinor, currency),
    discount: money(order.discountMinor, currency),
    total: money(totalMinor, currency),
    came: money(sums.cameMinor, currency),
    gone: money(sums.goneMinor, currency),
    kept: money(sums.cameMinor - sums.goneMinor, currency),
    promo: order.promoCode,
    group: groupId,
    seats: order.seats,
    status: order.status,
    outcome: seen?.outcome ?? '',
    made: order.createdAt,
    payableUntil: order.payableUntil,
    paid: order.paidAt,
    memberUntil: buyer.membership?.expiresAt ?? null,
    blocked: buyer.blocked,
    devices: buyer.devices.length,
    isTest: order.isTest,
    maxDevicesNow: buyer.membership?.maxDevices ?? 0,
    stages: [
      ...orderStages({
        now: tx.now,
        totalMinor,
        ...sums,
        paidAt: order.paidAt,
        isOpen: isOpen(order.status) && order.windowOpen,
        isAsked: about.reviews.some(({ resolvedAt }) => resolvedAt === null),
        givenAt: standing?.grantedAt ?? null,
        wasGiven: grants.length > 0,
        memberUntil: buyer.membership?.expiresAt ?? null,
        isBlocked: buyer.blocked !== null,
        tunnels: buyer.tunnels,
        appSeenAt: buyer.appSeenAt,
      }),
    ],
    ...presentMoney(about),
    commissions: about.commissions.map((row) => ({
      affiliate: uidOf.get(row.affiliateId) ?? null,
      amount: money(row.amountMinor, 'USD'),
      rate: `${row.rateBps / 100} %`,
      booked: row.bookedAt,
      heldUntil: row.heldUntil,
      reserve: money(
        reserveLeft({
          ...row,
          reserveTakenMinor: -about.commissions.reduce(
            (sum, each) => sum + (each.reverses === row.id ? each.reserveMinor : 0),
            0,
          ),
        }),
        'USD',
      ),
      reserveUntil: row.reserveUntil,
      review: row.reviewReason ?? '',
    })),
    time: cut('time', buyer.grants).map(presentTime(new Map([[id, number]]))),
    tunnels: buyer.tunnels.map(presentTunnel(mayRead)),
    way: buildTimeline(wayOfMoney(about), wayOfTime(buyer.grants), wayOfPeople(about, acts, notes)),
    notes: cut('notes', notes).map(presentNote),
    acts: cut('acts', acts).map(presentAct),
    more,
  }
}

type About = Awaited<ReturnType<typeof readAbout>>

async function readAbout(tx: Transaction, order: Order) {
  const { id } = order
  const [events, known, statements, reviews, postings, commissions, transfers] = await Promise.all([
    listEvents(tx, id),
    readMoney(tx, order),
    listStatements(tx, id, mostRows),
    listReviewsOf(tx, id, mostRows),
    listPostings(tx, id, mostRows),
    listOfOrder(tx, id),
    listTransfers(tx, id),
  ])
  return { events, money: known, statements, reviews, postings, commissions, transfers }
}

async function readBuyer(tx: Transaction, userId: string, sources: readonly string[]) {
  const [identifiers, membership, blocked, grants, tunnels, devices, sessions, fetches] = await Promise.all([
    listIdentifiers(tx, userId),
    findMembership(tx, userId),
    findBlockTime(tx, userId),
    listGrantsFrom(tx, userId, sources, mostRows),
    listStandings(tx, userId),
    listDevices(tx, userId),
    listSessions(tx, userId),
    listLinkUse(tx, userId),
  ])
  const seen = [
    ...sessions.filter(({ platform }) => platform !== 'web').map(({ lastSeenAt }) => lastSeenAt),
    ...fetches.flatMap(({ fetchedAt }) => fetchedAt ?? []),
  ]
  const appSeenAt = seen.length === 0 ? null : new Date(Math.max(...seen.map((at) => at.getTime())))
  return { identifiers, membership, blocked, grants, tunnels, devices, appSeenAt }
}

function sumsOf({ paymentOutcome }: ReadMoney, currency: string): { cameMinor: number; goneMinor: number } {
  const own = paymentOutcome.payments.filter((payment) => payment.currency === currency && !payment.reverted)
  return {
    cameMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    goneMinor: own.reduce((sum, { refundedMinor, lostMinor }) => sum + refundedMinor + lostMinor, 0),
  }
}

const sumOf = ({ amountMinor, currency }: { amountMinor: number; currency: string }) => ({ amountMinor, currency })

const presentMoney = ({ money: known, statements, reviews, postings, transfers }: About) =>
  ({
    attempts: known.attempts.map((attempt) => ({
      id: attempt.id,
      provider: attempt.provider,
      method: attempt.method,
      sum: sumOf(attempt),
      status: attempt.status,
      made: new Date(decodeTime(attempt.id)),
      ends: attempt.expiresAt,
    })),
    facts: statements.map((fact) => ({
      at: fact.at,
      provider: fact.provider,
      kind: fact.kind,
      transaction: fact.transaction,
      sum: sumOf(fact),
      source: fact.source,
      attempt: fact.attemptId,
    })),
    transfers: transfers.map(({ at, network, txHash, status }) => ({ at, network, hash: txHash, status })),
    refunds: known.refunds.map((refund) => ({
      id: refund.id,
      sum: sumOf(refund),
      reason: refund.reason,
      status: refund.status,
      asked: refund.requestedAt,
      settled: refund.settledAt,
    })),
    reviews: reviews.map((review) => ({
      id: review.id,
      reason: review.reason,
      since: review.openedAt,
      decided: review.resolvedAt,
      decision: review.resolution ?? '',
      by: review.resolvedBy ?? '',
    })),
    ledger: postings.map(({ at, source, debit, credit, ...posting }) => ({
      at,
      source,
      debit,
      credit,
      sum: sumOf(posting),
    })),
  }) satisfies Partial<Shown>

function wayOfMoney({ events, money: known, statements, transfers, commissions }: About): Happening[] {
  return [
    ...events.map(({ at, to, actor, reason }) => timelineEntry('status', at, `${to}: ${reason}`, { by: actor })),
    ...known.attempts.map((attempt) =>
      timelineEntry('attempt', new Date(decodeTime(attempt.id)), attempt.provider, { sum: sumOf(attempt) }),
    ),
    // Dates payment facts by the time of receipt, because providers round their times to seconds, which could precede
    // the order.
    ...statements.map((fact) =>
      timelineEntry('fact', fact.heardAt, fact.kind, { by: fact.provider, sum: sumOf(fact) }),
    ),
    ...transfers.map(({ at, network, status }) => timelineEntry('transfer', at, status, { by: network })),
    ...known.refunds.flatMap((refund) => [
      timelineEntry('refund', refund.requestedAt, 'requested', { sum: sumOf(refund) }),
      ...(refund.settledAt ? [timelineEntry('refund', refund.settledAt, refund.status, { sum: sumOf(refund) })] : []),
    ]),
    ...commissions.map((row) =>
      timelineEntry('commission', row.bookedAt, row.type, { sum: { amountMinor: row.amountMinor, currency: 'USD' } }),
    ),
  ]
}

const wayOfTime = (grants: readonly ShownGrant[]): Happening[] =>
  grants.map(({ grantedAt, source, seconds }) => timelineEntry('time', grantedAt, source, { seconds }))

function wayOfPeople(
  { reviews }: About,
  acts: readonly { at: Date; operator: string; action: string }[],
  notes: readonly { at: Date; writtenBy: string; text: string; struckAt: Date | null }[],
): Happening[] {
  return [
    ...reviews.flatMap(({ openedAt, resolvedAt, reason, resolution, resolvedBy }) => [
      timelineEntry('review', openedAt, reason),
      ...(resolvedAt ? [timelineEntry('review', resolvedAt, resolution ?? '', { by: resolvedBy ?? '' })] : []),
    ]),
    ...acts.map(({ at, operator, action }) => timelineEntry('act', at, action, { by: operator })),
    ...notes
      .filter(({ struckAt }) => struckAt === null)
      .map(({ at, writtenBy, text }) => timelineEntry('note', at, text, { by: writtenBy })),
  ]
}
