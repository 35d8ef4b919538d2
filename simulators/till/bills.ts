import { randomInt } from 'node:crypto'

/** Absent: the money went. `failed`: it came back, or never went. */
export type RefundState = 'pending' | 'failed'
export type BillRefund = {
  readonly number: string
  readonly txn: string
  readonly amountMinor: number
  readonly at: number
  state?: RefundState
}
/** A payment at a gateway. Instants are milliseconds of the simulator's clock. */
export type Bill = {
  /** The shop's number. */
  readonly number: string
  /** The gateway's number of the payment. */
  readonly txn: string
  readonly subject: string
  readonly currency: 'CNY' | 'USD'
  readonly totalMinor: number
  readonly notifyUrl: string
  readonly returnUrl: string
  readonly createdAt: number
  readonly expiresAt: number
  /** What this gateway keeps besides. */
  readonly extra: Record<string, string>
  /** What the buyer really paid. */
  paidMinor: number
  paidAt: number | null
  /** Which account it was paid from; absent: one that nobody else pays from. */
  payer?: string
  closedAt: number | null
  disputedAt: number | null
  /** How often it was disputed. */
  disputes: number
  /** How the last one ended; absent: it is open. */
  disputeEnd?: 'won' | 'lost' | 'warning_closed'
  /** How much of it the last one is about; absent: all. */
  disputedMinor?: number
  refunds: BillRefund[]
}
export type Draft = Pick<
  Bill,
  'number' | 'subject' | 'currency' | 'totalMinor' | 'notifyUrl' | 'returnUrl' | 'expiresAt' | 'extra'
>

/** A refusal; each gateway has words of its own for the reasons. */
export type Reason = 'unknown' | 'paid' | 'closed' | 'not_paid' | 'too_much' | 'other_content'
export class BillError extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

export const payerOf = ({ payer, txn }: Bill): string => payer ?? txn
export const refundedMinor = ({ refunds }: Bill): number =>
  refunds.reduce((total, { amountMinor, state }) => total + (state === 'failed' ? 0 : amountMinor), 0)
/** What it comes to: what was paid, or is asked for. */
export const amountOf = ({ paidAt, paidMinor, totalMinor }: Bill): number => (paidAt === null ? totalMinor : paidMinor)
/** Those whose money went. */
const doneRefunds = ({ refunds }: Bill): BillRefund[] => refunds.filter(({ state }) => state === undefined)
export const stateOf = ({ paidAt, closedAt }: Bill): 'open' | 'paid' | 'closed' =>
  paidAt !== null ? 'paid' : closedAt !== null ? 'closed' : 'open'

const digits = (count: number): string => Array.from({ length: count }, () => String(randomInt(10))).join('')
const drawNumber = (at: number): string => `${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}${digits(13)}`

export const newBill = (draft: Draft, at: number): Bill => ({
  ...draft,
  txn: drawNumber(at),
  createdAt: at,
  paidMinor: 0,
  paidAt: null,
  closedAt: null,
  disputedAt: null,
  disputes: 0,
  refunds: [],
})

export function closeBill(bill: Bill, at: number): void {
  const state = stateOf(bill)
  if (state !== 'open') throw new BillError(state)
  bill.closedAt = at
}

/** True if it closed because its time is over. */
export function closeIfOver(bill: Bill, now: number): boolean {
  if (stateOf(bill) !== 'open' || now < bill.expiresAt) return false
  bill.closedAt = bill.expiresAt
  return true
}

export function payBill(bill: Bill, at: number, deltaMinor: number): void {
  const state = stateOf(bill)
  if (state !== 'open') throw new BillError(state)
  bill.paidAt = at
  bill.paidMinor = bill.totalMinor + deltaMinor
}

/** Money that moved: a payment, or a refund of one. */
export type Movement = { readonly bill: Bill; readonly at: number; readonly refund: BillRefund | null }
/** What the report of a day lists, in the order of its time. */
export const movementsOf = (bills: readonly Bill[], isWithin: (at: number) => boolean): Movement[] =>
  bills
    .flatMap((bill): Movement[] => [
      ...(bill.paidAt === null ? [] : [{ bill, at: bill.paidAt, refund: null }]),
      ...doneRefunds(bill).map((refund) => ({ bill, at: refund.at, refund })),
    ])
    .filter(({ at }) => isWithin(at))
    .toSorted((a, b) => a.at - b.at)

/** Once for each number: the one that was made before, if the amount is the same. */
export function refundBill(
  bill: Bill,
  { number, amountMinor, at, state }: Omit<BillRefund, 'txn'>,
): { refund: BillRefund; isNew: boolean } {
  const known = bill.refunds.find((refund) => refund.number === number)
  if (known && known.amountMinor !== amountMinor) throw new BillError('other_content')
  if (known) return { refund: known, isNew: false }
  if (bill.paidAt === null) throw new BillError('not_paid')
  if (amountMinor <= 0 || refundedMinor(bill) + amountMinor > bill.paidMinor) throw new BillError('too_much')
  const refund = { number, txn: drawNumber(at), amountMinor, at, ...(state && { state }) }
  bill.refunds.push(refund)
  return { refund, isNew: true }
}
