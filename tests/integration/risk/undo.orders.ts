import type { Bought } from '../affiliates/affiliates.setup.ts'

/** `isOver`: counts as never received, with the money that it gives back. */
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
 * An order's money as the walk knows it, without the database. `group`: the order is the second seat there. `isHeld`: its payer
 * was blocked when it was paid. `transfers`: set for orders that are paid on a chain, whose payments add up.
 */
export type Order = {
  readonly bought: Bought
  readonly group?: string
  readonly transfers?: Transfer[]
  /** Refunds that an operator asked for. */
  readonly refunds: AskedRefund[]
  /** Running total of refunds that the provider states. */
  inAll: number
  dispute: 'open' | 'won' | 'lost' | null
  isVoid: boolean
  isHeld: boolean
  isRemoved?: boolean
  /** The order bought more devices for time that another order gave. */
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

/** Refunds are stated one by one or as a running total; the larger one counts. */
export const totalBack = ({ refunds, inAll }: Order): number =>
  Math.max(inAll, sum(refunds.filter(({ isDone, isOver }) => isDone && !isOver)))

/** Kept money: never more than the total, and nothing while a bank has the money. */
export function keptOf(order: Order): number {
  const { bought, dispute, isRemoved } = order
  if (isRemoved || dispute === 'open' || dispute === 'lost' || received(order) < bought.totalMinor) return 0
  return Math.max(0, Math.min(bought.totalMinor, received(order) - totalBack(order)))
}

/** Money in the books that is not the price: it waits in suspense until it is given back. */
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
 * Refunds of an order that an operator asks for. On a chain, one that is asked for before the price is there counts as never
 * received; those that give all back end the purchase once they went.
 */
export function askBack(order: Order, rows: readonly Pick<AskedRefund, 'id' | 'hash' | 'minor'>[]): void {
  const { bought, refunds, transfers } = order
  const isShort = received(order) < bought.totalMinor
  const isFinal = transfers !== undefined && !isShort && sum(rows) === availableOf(order)
  const isOver = transfers !== undefined && isShort
  refunds.push(...rows.map((row) => ({ ...row, isDone: false, isFinal: false, isOver })))
  if (isFinal) for (const refund of refunds) refund.isFinal = true
}

/** Every refund went. Returns those that had not before. */
export function finishRefunds({ refunds, transfers }: Order): AskedRefund[] {
  const open = refunds.filter(({ isDone }) => !isDone)
  for (const refund of refunds) {
    refund.isDone = true
    refund.isOver ||= transfers !== undefined && refund.isFinal
  }
  return open
}
