import type { ActionName } from '#shared/contract/operator.ts'
import type { RowOf } from './wire.ts'

const withValues = (path: string, values: Readonly<Record<string, string | number>>): string => {
  const filled = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)])).toString()
  return filled === '' ? path : `${path}#${filled}`
}

export const actionAddress = (name: ActionName, values: Readonly<Record<string, string | number>> = {}): string =>
  withValues(`/console/actions/${name}`, values)
export const personAddress = (uid: number | string): string => withValues('/console/people', { user: uid })
export const orderAddress = (number: string): string => withValues('/console/orders', { order: number })
export const approvalAddress = (id: string): string => `/console/queue/approvals/${id}`
export const groupAddress = (code: string): string => withValues('/console/orders', { group: code })

type Hit = RowOf<'search.find', 'hits'>
const lists: Readonly<Partial<Record<Hit['kind'], ActionName>>> = {
  payout: 'payouts.list',
  promo: 'promos.list',
  redeem: 'redeem.list',
  transfer: 'crypto.strays',
}

/** Console URL for a search result: for a payment its order, for a payout its user. */
export function hitAddress({ kind, id, order, user }: Hit): string {
  if (kind === 'group') return groupAddress(id)
  if (order !== null) return orderAddress(order)
  if (user !== null) return personAddress(user)
  const list = lists[kind]
  return list ? actionAddress(list) : orderAddress(id)
}
