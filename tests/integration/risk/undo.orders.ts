import type { Bought } from '../affiliates/affiliates.setup.ts'

/** Refund requested at the provider. `isOver`: the payment and its refund count as never received. */
type AskedRefund = {
  readonly id: string
  readonly hash: string
  readonly minor: number
  isDone: boolean
  isFinal: boolean
  isOver: boolean
}
type Transfer = { readonly hash: string; readonly minor: number }

/**
 * Money of an order in the model, without the database. `group`: the order is the second seat there. `isHeld`: its
 * payer was blocked at payment. `transfers`: only for chain orders, whose payments add up.
 */
export type Order = {
  readonly bought: Bought
  readonly group?: string
  readonly transfers?: Transfer[]
  readonly refunds: AskedRefund[]
  inAll: number
  dispute: 'open' | 'won' | 'lost' | null
  isVoid: boolean
  isHeld: boolean
  isRemoved?: boolean
  /** The order is an upgrade: more devices for time of another order. */
  readonly isDifference?: boolean
}

export const openOrder = (bought: Bought, known: Partial<Order> = {}): Order => ({
  bought,
  refunds: [],
  inAll: 0,
  dispute: null,
  isVoid: false,
  isHeld: false,
  ...known,
})

const sum = (some: readonly { readonly minor: number }[]) => some.reduce((total, { minor }) => total + minor, 0)

const received = ({ bought, transfers, refunds }: Order): number =>
  transfers ? sum(transfers) - sum(refunds.filter(({ isOver }) => isOver)) : bought.totalMinor

/** Refunds are stated singly or as a total; the larger sum counts. */
export const totalBack = ({ refunds, inAll }: Order): number =>
  Math.max(inAll, sum(refunds.filter(({ isDone, isOver }) => isDone && !isOver)))

/** Money kept by the shop: at most the total, and nothing during a dispute. */
export function keptOf(order: Order): number {
  const { bought, dispute, isRemoved } = order
  if (isRemoved || dispute === 'open' || dispute === 'lost' || received(order) < bought.totalMinor) return 0
  return Math.max(0, Math.min(bought.totalMinor, received(order) - totalBack(order)))
}

/** Money in suspense: received beyond the price and not refunded yet. */
export function heldOf(order: Order): number {
  const { bought, transfers, refunds, inAll, dispute, isHeld, isRemoved } = order
  const { totalMinor } = bought
  if (isRemoved) return 0
  const lost = (minor: number, index: number) => (dispute === 'lost' && index === 0 ? minor : 0)
  const payments = (transfers ?? [{ hash: '', minor: totalMinor }]).map(({ hash, minor }, index) => {
    const own = refunds.filter((refund) => transfers === undefined || refund.hash === hash)
    const back = Math.max(inAll, sum(own.filter(({ isDone }) => isDone)))
    const over = sum(own.filter(({ isOver }) => isOver))
    const left = Math.max(0, minor - back - lost(minor, index))
    return { left, counts: left - Math.max(0, over - back) }
  })
  const inHand = payments.reduce((total, { left }) => total + left, 0)
  if (isHeld || received(order) < totalMinor) return inHand
  const counting = payments.reduce((total, { counts }) => total + counts, 0)
  return inHand - Math.max(0, Math.min(totalMinor, counting))
}

/** Amount that an operator can still refund: 0 for the first payment after a lost dispute. */
export function availableOf(order: Order): number {
  const { bought, refunds, dispute, transfers } = order
  const left = dispute === 'lost' ? transfers?.slice(1) : transfers
  if (left) return sum(left) - sum(refunds.filter(({ hash }) => left.some((transfer) => transfer.hash === hash)))
  const pending = sum(refunds.filter(({ isDone }) => !isDone))
  return dispute === 'lost' ? 0 : Math.max(0, bought.totalMinor - totalBack(order) - pending)
}

export function addTransfer({ bought, transfers = [] }: Order, minor: number): string {
  const hash = `H${transfers.length} ${bought.orderId}`
  transfers.push({ hash, minor })
  return hash
}

/**
 * Requests refunds as an operator. On a chain, a refund requested before the price is complete counts as never
 * received. Refunds of all money end the purchase once they are sent.
 */
export function askBack(order: Order, rows: readonly Pick<AskedRefund, 'id' | 'hash' | 'minor'>[]): void {
  const { bought, refunds, transfers } = order
  const isShort = received(order) < bought.totalMinor
  const isFinal = transfers !== undefined && !isShort && sum(rows) === availableOf(order)
  const isOver = transfers !== undefined && isShort
  refunds.push(...rows.map((row) => ({ ...row, isDone: false, isFinal: false, isOver })))
  if (isFinal) for (const refund of refunds) refund.isFinal = true
}

export function finishRefunds({ refunds, transfers }: Order): AskedRefund[] {
  const open = refunds.filter(({ isDone }) => !isDone)
  for (const refund of refunds) {
    refund.isDone = true
    refund.isOver ||= transfers !== undefined && refund.isFinal
  }
  return open
}
