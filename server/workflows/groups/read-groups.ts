import type { Output } from '#shared/contract/call.ts'
import type { groupCalls } from '#shared/contract/group.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findMaskedNames } from '#server/modules/accounts/accounts.service.ts'
import {
  findCreated,
  findGroup,
  findGroups,
  findParticipated,
  wasMember,
  listFreeableSeats,
  type Group,
} from '#server/modules/groups/groups.service.ts'
import {
  beneficiary,
  creatorPaid,
  freeSeats,
  isLapsed,
  openSeats,
  refuseLeave,
  refuseRest,
} from '#server/modules/groups/seats.rules.ts'
import { findGrant } from '#server/modules/membership/membership.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { listGroupOrders, type Order } from '#server/modules/orders/orders.queries.ts'
import { listAttempts } from '#server/modules/payments/payments.queries.ts'
import type { Queryable } from '#server/platform/database.ts'
import { extendArrivingLeases, extendArrivingLeasesOf } from '#server/workflows/payments/apply/lock-group-leases.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { describeOrders } from '#server/workflows/orders/describe-orders.ts'
import { askAboutOrder } from '#server/workflows/payments/attempts/reconcile-attempt.ts'

type GroupCard = Output<(typeof groupCalls)['/api/payment/payment_joint_group']>
type GroupView = NonNullable<Output<(typeof groupCalls)['/api/payment/payment_joint_order']>['group']>
type GroupPage = Output<(typeof groupCalls)['/api/payment/payment_joint_purchase_created']>
type Names = ReadonlyMap<string, string>

const pageSize = 20

export async function readCard(db: Queryable, groupId: string, language: Language): Promise<GroupCard> {
  const group = await extendArrivingLeases(db, await findGroup(db, groupId))
  return cardOf(group, await namesIn(db, [group]), language)
}

export async function readCards(db: Queryable, ids: readonly string[]): Promise<Record<Language, GroupCard>[]> {
  const groups = await extendArrivingLeasesOf(db, await findGroups(db, ids))
  const names = await namesIn(db, groups)
  return groups.map((group) => ({ en: cardOf(group, names, 'en'), 'zh-CN': cardOf(group, names, 'zh-CN') }))
}

export async function cardsOf(db: Queryable, found: readonly Group[], language: Language): Promise<GroupCard[]> {
  const groups = await extendArrivingLeasesOf(db, found)
  const names = await namesIn(db, groups)
  return groups.map((group) => cardOf(group, names, language))
}

/** Group as a member sees it. Null for users who were never members. Throws `NotFound` for an unknown id. */
export async function readPart(
  db: Queryable,
  userId: string,
  groupId: string,
  language: Language,
): Promise<GroupView | null> {
  const group = await findGroup(db, groupId)
  if (group.creatorId !== userId && !(await wasMember(db, groupId, userId))) return null
  const [view] = await viewsOf(db, [group], userId, language)
  return view ?? null
}

export async function readGroup(
  db: Queryable,
  userId: string,
  groupId: string,
  language: Language,
): Promise<GroupView> {
  const view = await readPart(db, userId, groupId, language)
  if (!view) throw new AppError('NotFound')
  return view
}

export async function askForGroup(
  deps: PaymentDeps,
  userId: string,
  groupId: string,
  language: Language,
): Promise<GroupView | null> {
  const view = await readPart(deps.database, userId, groupId, language)
  if (!view) return null
  const orderIds = view.mine.orders.filter(({ status }) => status !== 'paid').map(({ orderId }) => orderId)
  if (orderIds.length > 0) await askAboutOrder(deps, await listAttempts(deps.database, orderIds))
  return readPart(deps.database, userId, groupId, language)
}

export async function readGroups(
  db: Queryable,
  userId: string,
  which: 'created' | 'participated',
  before: Date | null,
  language: Language,
): Promise<GroupPage> {
  const find = which === 'created' ? findCreated : findParticipated
  const groups = await find(db, userId, before, pageSize)
  const last = groups.length < pageSize ? undefined : groups.at(-1)
  const more = last !== undefined && (await find(db, userId, last.createdAt, 1)).length > 0
  return { list: await viewsOf(db, groups, userId, language), more }
}

const namesIn = (db: Queryable, groups: readonly Group[]): Promise<Names> =>
  findMaskedNames(db, [
    ...new Set(groups.flatMap(({ creatorId, seats }) => [creatorId, ...seats.flatMap(({ userId }) => userId ?? [])])),
  ])

const stateOf = (group: Group): GroupCard['state'] => {
  if (group.status === 'finished' || group.status === 'closed') return group.status
  if (group.status === 'expired' || group.over) return 'expired'
  return creatorPaid(group) ? 'open' : 'creator_unpaid'
}

function cardOf(group: Group, names: Names, language: Language): GroupCard {
  const open = openSeats(group)
  const free = freeSeats(group)
  const paid = group.seats.filter(({ state }) => state === 'paid').length
  const isOver = !['creator_unpaid', 'open'].includes(stateOf(group))
  return {
    groupId: group.id,
    version: group.version,
    creator: names.get(group.creatorId) ?? '***',
    goodsId: group.goodsId,
    productName: group.productNames[language],
    months: group.months,
    bonusDays: group.bonusDays,
    maxDevices: group.maxDevices,
    size: group.size,
    paymentType: group.paymentType === 'pay_all' ? 0 : 1,
    status: group.status === 'finished' ? 1 : 0,
    state: stateOf(group),
    createdAt: group.createdAt.getTime(),
    expiresAt: group.expiresAt.getTime(),
    finishedAt: group.finishedAt?.getTime() ?? null,
    currency: group.currency,
    unitPriceMinor: group.unitPriceMinor,
    amountPaidMinor: paid * group.unitPriceMinor,
    seats: Array.from({ length: group.size }, (_, index) => {
      const number = index + 1
      const seat = group.seats.find((known) => known.seat === number)
      const isOpenSeat = open.includes(number)
      const state = isOpenSeat
        ? 'open'
        : free.some((known) => known.seat === number)
          ? 'free'
          : seat?.state === 'held' && !isOver
            ? 'held'
            : seat?.state === 'paid' && seat.userId !== null
              ? 'taken'
              : seat === undefined && !isOver
                ? 'open'
                : 'over'
      const userId = isOpenSeat || seat?.state === 'removed' ? null : (seat?.userId ?? null)
      return {
        seat: number,
        state,
        name: userId === null ? null : (names.get(userId) ?? '***'),
        isCreator: userId === group.creatorId,
      }
    }),
    openSeats: open.length,
    freeSeats: free.length,
  }
}

async function viewsOf(
  db: Queryable,
  found: readonly Group[],
  userId: string,
  language: Language,
): Promise<GroupView[]> {
  const groups = await extendArrivingLeasesOf(db, found)
  const names = await namesIn(db, groups)
  const orders = await listGroupOrders(
    db,
    userId,
    groups.map(({ id }) => id),
  )
  const views = await describeOrders(db, userId, orders, language)
  const now = new Date()
  return Promise.all(
    groups.map(async (group) => {
      const own = orders.filter(({ groupId }) => groupId === group.id)
      const seat = group.seats.find((known) => known.userId === userId)
      const isCreator = group.creatorId === userId
      const state = standingOf(group, userId, own)
      const restSeats = isCreator && refuseRest(group) === null ? openSeats(group).length : 0
      const grant = seat?.standingGrant ? await findGrant(db, 'group', seat.standingGrant) : undefined
      return {
        ...cardOf(group, names, language),
        mine: {
          isCreator,
          listed: isCreator && group.listed,
          seat: seat?.seat ?? null,
          state,
          keptUntil: seat?.halfPaid && !isLapsed(seat) ? seat.leaseUntil.getTime() : null,
          membershipExpiresAt: grant?.expiresAt.getTime() ?? null,
          orders: views.filter((view) => view.groupId === group.id),
          // An order under review cannot be cancelled, so its seat cannot be given up.
          canLeave: seat !== undefined && state !== 'review' && refuseLeave(group) === null,
          freeableSeats: isCreator ? await listFreeableSeats(db, group, now) : [],
          restSeats,
          restMinor: restSeats * group.unitPriceMinor,
        },
      }
    }),
  )
}

function standingOf(group: Group, userId: string, orders: readonly Order[]): GroupView['mine']['state'] {
  const seat = group.seats.find((known) => known.userId === userId)
  if (seat && beneficiary(group, seat) === userId) return 'member'
  const isAlive = group.status === 'unfinished' && !group.over
  if (isAlive && seat?.state === 'paid') return 'waiting'
  const order = orders.find(({ id }) => id === seat?.orderId)
  const isPayable = order !== undefined && isOpen(order.status) && order.windowOpen
  // The reservation of a seat may outlast the payment window while a transfer is pending. It also outlasts the arrival
  // of a wrong amount, for which the buyer must not pay again.
  const isHeld = seat?.state === 'held' && !isLapsed(seat) && order?.status !== 'review'
  if (isAlive && (isPayable || isHeld)) return 'unpaid'
  const statuses = new Set(orders.map(({ status }) => status))
  // A payment without a seat or refund means that the refund was rejected and an operator decides.
  if (statuses.has('review') || statuses.has('paid') || statuses.has('partially_refunded')) return 'review'
  if (statuses.has('refunding')) return 'refunding'
  return statuses.has('refunded') ? 'refunded' : 'left'
}
