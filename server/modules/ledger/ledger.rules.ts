/** Ledger account. Each provider has its own clearing account. The names are stored in the database. */
type Account =
  | `clearing:${string}`
  | 'revenue'
  | 'suspense'
  | 'refunds'
  | 'chargebacks'
  | 'commissions'
  | 'commissions-payable'
  | 'payouts'
  | 'adjustments'
  | 'rehearsal'

export type Posting = {
  readonly source: 'payment' | 'refund' | 'dispute' | 'commission' | 'adjustment'
  /**
   * Idempotency key of a posting: the provider's payment id, for refunds followed by the running total. For releases
   * from suspense it is the order's id.
   */
  readonly sourceId: string
  readonly debit: Account
  readonly credit: Account
  readonly currency: string
  readonly amountMinor: number
}

/**
 * Payment as the ledger needs it. `isMatched`: amount and currency match the payment attempt. `isPart`: one of several
 * payments that together pay an order; matched once they reach the total. `wasHeld`: the payer was blocked or the
 * account erased at that time, so the payment counts only once an operator releases it.
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
  /** Total of the payment lost in disputes, including money that had been refunded before. */
  readonly chargedBackMinor?: number
  /** The payment's blockchain transfer was dropped from the chain, so it counts as never received. */
  readonly reverted?: boolean
}
export type BookedOrder = {
  readonly orderId: string
  readonly currency: string
  readonly keptMinor: number
  readonly payments: readonly BookedPayment[]
  /**
   * True for an order of a rehearsal (a test purchase by an operator). Its money is real, but neither revenue nor
   * refund.
   */
  readonly isTest?: boolean
}

const inHand = ({ reverted, amountMinor, refundedMinor, chargedBackMinor = 0 }: BookedPayment): number =>
  reverted ? 0 : Math.max(0, amountMinor - refundedMinor - chargedBackMinor)

/**
 * Money received beyond what the shop keeps for the order. It belongs to the buyer, so it stays in suspense until it is
 * returned.
 */
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
 * Computes the missing postings of an order's payments from the current facts and the postings so far (`booked`).
 * Afterwards the account `suspense` contains exactly the money that belongs to the buyer; the rest is revenue less
 * refunds and chargebacks. A second run yields no postings.
 * - Refund: takes the surplus in suspense first; the rest reduces the revenue through the account `refunds`.
 * - Dispute: only a lost one is booked, even money that was refunded before.
 * - Rehearsal (test purchase): an account of its own replaces revenue, refunds and chargebacks.
 */
export function postingsFor(order: BookedOrder, booked: readonly Posting[]): Posting[] {
  const missing = salePostings(order, booked)
  return order.isTest === true ? missing.map(asRehearsal) : missing
}

const figured: readonly Account[] = ['revenue', 'refunds', 'chargebacks']
const rehearsed = (account: Account): Account => (figured.includes(account) ? 'rehearsal' : account)
const asRehearsal = (posting: Posting): Posting => ({
  ...posting,
  debit: rehearsed(posting.debit),
  credit: rehearsed(posting.credit),
})

function salePostings(order: BookedOrder, booked: readonly Posting[]): Posting[] {
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

const saleAccounts: readonly string[] = ['revenue', 'refunds', 'chargebacks'] satisfies readonly Account[]

/**
 * Describes a posting to an accountant. `changeMinor`: effect on net revenue, negative for money that was returned.
 * `provider`: null for money moved between revenue and suspense. `transaction`: number of the payment at the provider.
 */
export function describeSale({
  source,
  sourceId,
  debit,
  credit,
  amountMinor,
}: Pick<Posting, 'source' | 'sourceId' | 'amountMinor'> & { readonly debit: string; readonly credit: string }) {
  const [own, other] = saleAccounts.includes(credit) ? [1, debit] : [-1, credit]
  const provider = other.startsWith('clearing:') ? other.slice('clearing:'.length) : null
  const named = provider !== null && sourceId.startsWith(`${provider}:`) ? sourceId.slice(provider.length + 1) : null
  const suffix = source === 'payment' ? /$^/ : /:(?:(?:refund|lost):)?\d+(?:\.\d+)?$|:reverted:[a-z]+$/
  return {
    event: source === 'adjustment' ? ('correction' as const) : source,
    changeMinor: own * amountMinor,
    provider,
    transaction: named === null ? null : named.replace(suffix, ''),
  }
}

const idOf = ({ provider, providerTxnId }: BookedPayment): string => `${provider}:${providerTxnId}`
const clearingOf = ({ provider }: BookedPayment): Account => `clearing:${provider}`
const isBooked = (payment: BookedPayment, booked: readonly Posting[]): boolean =>
  booked.some(({ source, sourceId }) => source === 'payment' && sourceId === idOf(payment))

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
 * Splits the change of a running total between suspense and the other account. An increase first uses the surplus in
 * suspense; a decrease first fills what suspense lacks.
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

/**
 * Books a payment. A payment that matches its order, is no part of several and was never held is revenue at once,
 * unless suspense would then contain less than belongs to the buyer.
 */
function paymentOf(payment: BookedPayment, surplusMinor: number): Posting[] {
  const { currency, amountMinor, isMatched, isPart = false, wasHeld = false } = payment
  if (amountMinor === 0) return []
  const isRevenue = isMatched && !isPart && !wasHeld && surplusMinor >= 0
  const [debit, credit]: [Account, Account] = [clearingOf(payment), isRevenue ? 'revenue' : 'suspense']
  return [{ source: 'payment', sourceId: idOf(payment), debit, credit, currency, amountMinor }]
}

/** Books the change of a payment's refunded amount. A refund that failed after it was booked is booked back. */
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
          // The id ends with a number, because the same refunded total may occur again after a failed refund.
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

/**
 * Removes a payment from the ledger, once, because the chain dropped its transfer. A part that was already refunded
 * stays.
 */
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

/**
 * Books the change of the amount lost in disputes. If the provider reports a smaller loss later, books back the
 * difference.
 */
function lossOf(payment: BookedPayment, booked: readonly Posting[], surplusMinor: number): Posting[] {
  const { currency, chargedBackMinor = 0 } = payment
  const [id, clearing] = [idOf(payment), clearingOf(payment)]
  const [lost, corrected] = [stepsOf(booked, 'dispute', `${id}:`), stepsOf(booked, 'adjustment', `${id}:lost:`)]
  // The steps are numbered because the same total may occur twice, for example after a dispute was first reported as
  // lost and then won.
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

/** Moves money between suspense and revenue, so that suspense contains exactly what belongs to the buyer. */
function releaseOf(orderId: string, booked: readonly Posting[], currency: string, surplusMinor: number): Posting[] {
  if (surplusMinor === 0) return []
  const prefix = `${orderId}:suspense:`
  const [debit, credit]: [Account, Account] = surplusMinor > 0 ? ['suspense', 'revenue'] : ['revenue', 'suspense']
  const sourceId = `${prefix}${stepsOf(booked, 'adjustment', prefix).length}`
  return [{ source: 'adjustment', sourceId, debit, credit, currency, amountMinor: Math.abs(surplusMinor) }]
}

/**
 * Returns the amount of a refund to the clearing account of the payment's provider, because the refund was sent another
 * way and the provider's account still has the money.
 */
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

/**
 * Books a commission as a debt to the affiliate, or a reversal (negative amount) the other way. `id`: the commission's
 * id. `amountMinor`: US cents, never 0.
 */
export function commissionPosting({ id, amountMinor }: { id: string; amountMinor: number }): Posting {
  const [debit, credit]: [Account, Account] =
    amountMinor > 0 ? ['commissions', 'commissions-payable'] : ['commissions-payable', 'commissions']
  return { source: 'commission', sourceId: id, debit, credit, currency: 'USD', amountMinor: Math.abs(amountMinor) }
}

export const payoutPosting = ({ id, amountMinor }: { id: string; amountMinor: number }): Posting => ({
  source: 'commission',
  sourceId: `settlement:${id}`,
  debit: 'commissions-payable',
  credit: 'payouts',
  currency: 'USD',
  amountMinor,
})
