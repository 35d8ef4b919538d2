/** Ledger account; names are stored. Each provider has its own clearing account. */
export type Account =
  | `clearing:${string}`
  | 'revenue'
  | 'suspense'
  | 'refunds'
  | 'chargebacks'
  | 'commissions'
  | 'commissions-payable'
  | 'payouts'
  | 'adjustments'

export type Posting = {
  readonly source: 'payment' | 'refund' | 'dispute' | 'commission' | 'adjustment'
  /** Idempotency key: the provider's payment id, with the running total for refunds; the order's id for releases. */
  readonly sourceId: string
  readonly debit: Account
  readonly credit: Account
  readonly currency: string
  readonly amountMinor: number
}

/**
 * A payment. `isMatched`: matches the request of its attempt. `isPart`: one of several that add up, matched when
 * complete. `wasHeld`: the payer was blocked at that time; counts once released.
 */
export type BookedPayment = {
  readonly provider: string
  readonly providerTxnId: string
  readonly currency: string
  readonly amountMinor: number
  readonly isMatched: boolean
  readonly isPart?: boolean
  readonly wasHeld?: boolean
  readonly refundedMinor: number
  /** Total lost in disputes, including previously refunded money. */
  readonly chargedBackMinor?: number
  /** The chain dropped it: it counts as never received. */
  readonly reverted?: boolean
}
/** Payments of an order, and its kept money: the only part of them that is revenue. */
export type BookedOrder = {
  readonly orderId: string
  readonly currency: string
  readonly keptMinor: number
  readonly payments: readonly BookedPayment[]
}

/** Money of a payment that is neither refunded nor lost. */
const inHand = ({ reverted, amountMinor, refundedMinor, chargedBackMinor = 0 }: BookedPayment): number =>
  reverted ? 0 : Math.max(0, amountMinor - refundedMinor - chargedBackMinor)

/** Money in hand beyond kept money. It belongs to the buyer, so it waits in suspense until it is given back. */
export function heldMinor({ currency: own, keptMinor, payments }: BookedOrder, currency: string): number {
  const hand = payments.reduce((sum, payment) => sum + (payment.currency === currency ? inHand(payment) : 0), 0)
  return currency === own ? Math.max(0, hand - keptMinor) : hand
}

const suspenseOf = (postings: readonly Posting[], currency: string): number =>
  postings.reduce((sum, posting) => {
    if (posting.currency !== currency) return sum
    const { debit, credit, amountMinor } = posting
    return sum + (credit === 'suspense' ? amountMinor : 0) - (debit === 'suspense' ? amountMinor : 0)
  }, 0)

/**
 * Returns the missing postings of an order's payments. `booked`: its postings so far. Depends only on the current facts
 * and the books, so a repeated settlement books nothing. Afterwards suspense has exactly the held money and the rest is
 * revenue, less refunds and chargebacks. Money that leaves comes out of suspense while that has more than it should.
 * A reverted payment leaves its account. Open disputes book nothing; lost ones book everything they took, whatever was
 * refunded, and less if the provider corrects it.
 */
export function postingsFor(order: BookedOrder, booked: readonly Posting[]): Posting[] {
  const missing: Posting[] = []
  const surplus = (currency: string) => suspenseOf([...booked, ...missing], currency) - heldMinor(order, currency)
  const unbooked = order.payments.filter((payment) => !isBooked(payment, booked))
  for (const [index, payment] of unbooked.entries()) {
    const { currency } = payment
    const others = sum(unbooked.slice(index + 1).filter((other) => other.currency === currency))
    missing.push(...paymentOf(payment, surplus(currency) + others))
  }
  for (const payment of order.payments) {
    const { currency } = payment
    missing.push(...refundOf(payment, booked, surplus(currency)))
    missing.push(...revertOf(payment, booked, surplus(currency)))
    missing.push(...lossOf(payment, booked, surplus(currency)))
  }
  for (const currency of new Set(order.payments.map((payment) => payment.currency)))
    missing.push(...releaseOf(order.orderId, [...booked, ...missing], currency, surplus(currency)))
  return missing
}

const idOf = ({ provider, providerTxnId }: BookedPayment): string => `${provider}:${providerTxnId}`
const clearingOf = ({ provider }: BookedPayment): Account => `clearing:${provider}`
const isBooked = (payment: BookedPayment, booked: readonly Posting[]): boolean =>
  booked.some(({ source, sourceId }) => source === 'payment' && sourceId === idOf(payment))

/** Booked steps of a source whose ids are the prefix and a running total. */
const stepsOf = (booked: readonly Posting[], source: Posting['source'], prefix: string): readonly Posting[] =>
  booked.filter(
    (posting) =>
      posting.source === source &&
      posting.sourceId.startsWith(prefix) &&
      /^\d+(\.\d+)?$/.test(posting.sourceId.slice(prefix.length)),
  )
const sum = (some: readonly { readonly amountMinor: number }[]): number =>
  some.reduce((total, { amountMinor }) => total + amountMinor, 0)

type Share = { readonly account: Account; readonly changeMinor: number; readonly totalMinor: number }

/**
 * Splits the growth of a running total between suspense and the other account. Growth takes the surplus of suspense
 * first; a fall fills what suspense lacks first.
 */
function split(knownMinor: number, totalMinor: number, surplusMinor: number, account: Account): Share[] {
  const change = totalMinor - knownMinor
  const own = change > 0 ? Math.min(change, Math.max(0, surplusMinor)) : Math.max(change, Math.min(0, surplusMinor))
  const shares: Share[] = [
    { account: 'suspense', changeMinor: own, totalMinor: knownMinor + own },
    { account, changeMinor: change - own, totalMinor },
  ]
  return shares.filter(({ changeMinor }) => changeMinor !== 0)
}

/** A payment of the asked amount is revenue at once, unless suspense then has less than it should. */
function paymentOf(payment: BookedPayment, surplusMinor: number): Posting[] {
  const { currency, amountMinor, isMatched, isPart = false, wasHeld = false } = payment
  if (amountMinor === 0) return []
  const isRevenue = isMatched && !isPart && !wasHeld && surplusMinor >= 0
  const [debit, credit]: [Account, Account] = [clearingOf(payment), isRevenue ? 'revenue' : 'suspense']
  return [{ source: 'payment', sourceId: idOf(payment), debit, credit, currency, amountMinor }]
}

/** Brings refunds in line; a failed one is booked back. */
function refundOf(payment: BookedPayment, booked: readonly Posting[], surplusMinor: number): Posting[] {
  const { currency, refundedMinor } = payment
  const [id, clearing] = [idOf(payment), clearingOf(payment)]
  const failed = stepsOf(booked, 'adjustment', `${id}:refund:`)
  const known = sum(stepsOf(booked, 'refund', `${id}:`)) - sum(failed)
  const steps = failed.length
  return split(known, refundedMinor, surplusMinor, 'refunds').map(({ account, changeMinor, totalMinor }): Posting =>
    changeMinor > 0
      ? {
          source: 'refund',
          // After a failed refund the same total may occur again.
          sourceId: steps === 0 ? `${id}:${totalMinor}` : `${id}:${totalMinor}.${steps}`,
          debit: account,
          credit: clearing,
          currency,
          amountMinor: changeMinor,
        }
      : {
          source: 'adjustment',
          sourceId: `${id}:refund:${totalMinor}.${steps}`,
          debit: clearing,
          credit: account,
          currency,
          amountMinor: -changeMinor,
        },
  )
}

/** Takes a reverted payment out of the books once, without what was refunded. */
function revertOf(payment: BookedPayment, booked: readonly Posting[], surplusMinor: number): Posting[] {
  const { currency, amountMinor, refundedMinor, reverted = false } = payment
  const prefix = `${idOf(payment)}:reverted:`
  if (!reverted || booked.some(({ sourceId }) => sourceId.startsWith(prefix))) return []
  return split(0, Math.max(0, amountMinor - refundedMinor), surplusMinor, 'revenue').map(
    ({ account, changeMinor }): Posting => ({
      source: 'adjustment',
      sourceId: `${prefix}${account}`,
      debit: account,
      credit: clearingOf(payment),
      currency,
      amountMinor: changeMinor,
    }),
  )
}

/** Brings dispute losses in line; reversed if too much was booked. */
function lossOf(payment: BookedPayment, booked: readonly Posting[], surplusMinor: number): Posting[] {
  const { currency, chargedBackMinor = 0 } = payment
  const [id, clearing] = [idOf(payment), clearingOf(payment)]
  const [lost, corrected] = [stepsOf(booked, 'dispute', `${id}:`), stepsOf(booked, 'adjustment', `${id}:lost:`)]
  // The same total may occur twice: an operator's "lost" was won, and another dispute takes as much.
  const steps = lost.length + corrected.length
  return split(sum(lost) - sum(corrected), chargedBackMinor, surplusMinor, 'chargebacks').map(
    ({ account, changeMinor, totalMinor }): Posting =>
      changeMinor > 0
        ? {
            source: 'dispute',
            sourceId: `${id}:${totalMinor}.${steps}`,
            debit: account,
            credit: clearing,
            currency,
            amountMinor: changeMinor,
          }
        : {
            source: 'adjustment',
            sourceId: `${id}:lost:${totalMinor}.${steps}`,
            debit: clearing,
            credit: account,
            currency,
            amountMinor: -changeMinor,
          },
  )
}

/** Moves a surplus of suspense into revenue, and what suspense lacks back out of it. */
function releaseOf(orderId: string, booked: readonly Posting[], currency: string, surplusMinor: number): Posting[] {
  if (surplusMinor === 0) return []
  const prefix = `${orderId}:suspense:`
  const [debit, credit]: [Account, Account] = surplusMinor > 0 ? ['suspense', 'revenue'] : ['revenue', 'suspense']
  const sourceId = `${prefix}${stepsOf(booked, 'adjustment', prefix).length}`
  return [{ source: 'adjustment', sourceId, debit, credit, currency, amountMinor: Math.abs(surplusMinor) }]
}

/** Counter-posting of a refund paid from elsewhere: the provider's account still has the money. */
export const elsewherePosting = ({
  provider,
  providerTxnId,
  refundId,
  ...amount
}: {
  provider: string
  providerTxnId: string
  refundId: string
  currency: string
  amountMinor: number
}): Posting => ({
  source: 'adjustment',
  sourceId: `${provider}:${providerTxnId}:elsewhere:${refundId}`,
  debit: `clearing:${provider}`,
  credit: 'adjustments',
  currency: amount.currency,
  amountMinor: amount.amountMinor,
})

/** Books a commission as owed, and a reversal the other way. `id`: the row's. US cents, never 0. */
export function commissionPosting({ id, amountMinor }: { id: string; amountMinor: number }): Posting {
  const [debit, credit]: [Account, Account] =
    amountMinor > 0 ? ['commissions', 'commissions-payable'] : ['commissions-payable', 'commissions']
  return { source: 'commission', sourceId: id, debit, credit, currency: 'USD', amountMinor: Math.abs(amountMinor) }
}

/** Clears the debt of a paid payout. */
export const payoutPosting = ({ id, amountMinor }: { id: string; amountMinor: number }): Posting => ({
  source: 'commission',
  sourceId: `settlement:${id}`,
  debit: 'commissions-payable',
  credit: 'payouts',
  currency: 'USD',
  amountMinor,
})
