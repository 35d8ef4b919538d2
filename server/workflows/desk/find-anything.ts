import type { ActionOutput } from '#shared/contract/operator.ts'
import { hitKinds } from '#shared/contract/operator/search.ts'
import { findPeople, type FoundPerson } from '#server/modules/accounts/find-people.queries.ts'
import { maskName } from '#server/modules/accounts/masked-names.rules.ts'
import { findAskedOrders, findTransfers } from '#server/modules/chains/find-transfers.queries.ts'
import { findGroupLabel } from '#server/modules/groups/groups.queries.ts'
import { listExpiries } from '#server/modules/membership/membership.queries.ts'
import { findOrders, listNewestOrders, type FoundOrder } from '#server/modules/orders/find-orders.queries.ts'
import { findPayments, type FoundPayment } from '#server/modules/payments/find-payments.queries.ts'
import { findPayouts } from '#server/modules/payouts/payouts.queries.ts'
import { findPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { findCode } from '#server/modules/redeem-codes/redeem-codes.service.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { classifyQuery } from './classify-query.rules.ts'

export type Hit = ActionOutput<'search.find'>['hits'][number]

const most = 5
const asking = most + 1
const none = { product: null, sum: null, at: null, until: null, order: null, user: null } as const

export async function findAnything(
  tx: Transaction,
  typed: string,
  mayRead: boolean,
): Promise<ActionOutput<'search.find'>> {
  const named = classifyQuery(typed)
  const { uuid, chainHash: hash, chainAddress: address } = named
  const [people, orders, payments, transfers, asked, payouts, group, promo, code] = await Promise.all([
    findPeople(tx, named, mayRead, asking),
    findOrders(tx, { number: named.orderNumber, uuid }),
    findPayments(tx, { id: named.attemptId, reference: named.reference }, asking),
    findTransfers(tx, { hash, address }, asking),
    findAskedOrders(tx, address, asking),
    findPayouts(tx, { id: uuid, hash }),
    findGroupLabel(tx, named.groupId),
    findPromoCode(tx, named.promoCode),
    findCode(tx, named.redeemCode),
  ])
  const only = people.length === 1 && people[0]?.isExact ? people[0].id : null
  const refundId = transfers.find((transfer) => transfer.refundId !== null)?.refundId ?? null
  const [ends, owned, sentBack, redeemers] = await Promise.all([
    listExpiries(
      tx,
      people.map(({ id }) => id),
    ),
    only === null ? [] : listNewestOrders(tx, only, asking),
    refundId === null ? [] : findPayments(tx, { id: refundId, reference: null }, 1),
    code?.redeemedBy ? listUids(tx, [code.redeemedBy]) : [],
  ])
  const untilOf = new Map(ends.map(({ userId, expiresAt }) => [userId, expiresAt]))
  const moved = transfers.filter((transfer) => transfer.refundId === null)
  const hits = [
    ...people.slice(0, most).map((person) => hitOfPerson(person, untilOf.get(person.id) ?? null, mayRead)),
    ...[...orders, ...owned.slice(0, most)].map(hitOfOrder),
    ...[...payments.slice(0, most), ...sentBack].map(hitOfPayment),
    ...moved.slice(0, most).map(({ txHash, network, status, at, number }): Hit => {
      return { ...none, kind: 'transfer', id: txHash, title: `${txHash} ${network}`, state: status, at, order: number }
    }),
    ...asked.slice(0, most).map(({ number, network, at }): Hit => {
      return {
        ...none,
        kind: 'address',
        id: `${network} ${number}`,
        title: `${address} ${network}`,
        state: '',
        at,
        order: number,
      }
    }),
    ...payouts.map(({ id, uid, amountMinor, state, preparedAt: at }): Hit => {
      return { ...none, kind: 'payout', id, title: id, sum: { amountMinor, currency: 'USD' }, state, at, user: uid }
    }),
    ...(group ? [hitOfGroup(group)] : []),
    ...(promo ? [hitOfPromo(promo)] : []),
    ...(code
      ? [
          {
            ...none,
            kind: 'redeem' as const,
            id: code.batch,
            title: code.batch,
            state: code.state,
            at: code.redeemedAt,
            user: redeemers[0]?.uid ?? null,
          },
        ]
      : []),
  ]
  const found = { person: people, order: owned, payment: payments, transfer: moved, address: asked } as const
  const more = hitKinds.filter((kind) => kind in found && found[kind as keyof typeof found].length > most)
  return { hits, more }
}

export const shownName = ({ kind, value }: Pick<FoundPerson, 'kind' | 'value'>, mayRead: boolean): string =>
  kind === null || value === null ? '' : mayRead || kind === 'account_name' ? value : maskName(value)

function hitOfPerson(person: FoundPerson, until: Date | null, mayRead: boolean): Hit {
  const { uid, createdAt } = person
  const title = shownName(person, mayRead)
  return { ...none, kind: 'person', id: String(uid), title, state: '', at: createdAt, until, user: uid }
}

const hitOfOrder = ({ number, productNames, totalMinor, currency, status, createdAt }: FoundOrder): Hit => ({
  ...none,
  kind: 'order',
  id: number,
  title: number,
  product: productNames,
  sum: { amountMinor: totalMinor, currency },
  state: status,
  at: createdAt,
  order: number,
})

const hitOfPayment = ({ kind, id, provider, state, amountMinor, currency, at, number }: FoundPayment): Hit => ({
  ...none,
  kind,
  id,
  title: `${provider} ${id}`,
  sum: { amountMinor, currency },
  state,
  at,
  order: number,
})

const hitOfGroup = ({
  id,
  productNames,
  status,
  createdAt,
}: NonNullable<Awaited<ReturnType<typeof findGroupLabel>>>): Hit => ({
  ...none,
  kind: 'group',
  id,
  title: id,
  product: productNames,
  state: status,
  at: createdAt,
})

const hitOfPromo = ({
  code,
  note,
  isOver,
  createdAt,
}: NonNullable<Awaited<ReturnType<typeof findPromoCode>>>): Hit => ({
  ...none,
  kind: 'promo',
  id: code,
  title: note,
  state: isOver ? 'over' : 'open',
  at: createdAt,
})
