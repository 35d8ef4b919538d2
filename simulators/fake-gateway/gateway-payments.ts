import { randomInt } from 'node:crypto'

/** Absent: the money went. `failed`: it came back, or never went. */
export type RefundState = 'pending' | 'failed'
export type GatewayRefund = {
  readonly number: string
  readonly txn: string
  readonly amountMinor: number
  readonly at: number
  state?: RefundState
}
/** A payment at a gateway. Instants are milliseconds of the simulator's clock. */
export type GatewayPayment = {
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
  /** Which account it was paid from; absent: one that no one else pays from. */
  payer?: string
  closedAt: number | null
  disputedAt: number | null
  /** How often it was disputed. */
  disputes: number
  /** How the last one ended; absent: it is open. */
  disputeEnd?: 'won' | 'lost' | 'warning_closed'
  /** How much of it the last one is about; absent: all. */
  disputedMinor?: number
  refunds: GatewayRefund[]
}
export type Draft = Pick<
  GatewayPayment,
  'number' | 'subject' | 'currency' | 'totalMinor' | 'notifyUrl' | 'returnUrl' | 'expiresAt' | 'extra'
>

/** A refusal; each gateway has words of its own for the reasons. */
export type Reason = 'unknown' | 'paid' | 'closed' | 'not_paid' | 'too_much' | 'other_content'
export class GatewayRefusal extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

export const payerOf = ({ payer, txn }: GatewayPayment): string => payer ?? txn
export const refundedMinor = ({ refunds }: GatewayPayment): number =>
  refunds.reduce((total, { amountMinor, state }) => total + (state === 'failed' ? 0 : amountMinor), 0)
/** What it comes to: what was paid, or is asked for. */
export const amountOf = ({ paidAt, paidMinor, totalMinor }: GatewayPayment): number =>
  paidAt === null ? totalMinor : paidMinor
/** Those whose money went. */
const doneRefunds = ({ refunds }: GatewayPayment): GatewayRefund[] => refunds.filter(({ state }) => state === undefined)
export const stateOf = ({ paidAt, closedAt }: GatewayPayment): 'open' | 'paid' | 'closed' =>
  paidAt !== null ? 'paid' : closedAt !== null ? 'closed' : 'open'

const digits = (count: number): string => Array.from({ length: count }, () => String(randomInt(10))).join('')
const drawNumber = (at: number): string => `${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}${digits(13)}`

export const newGatewayPayment = (draft: Draft, at: number): GatewayPayment => ({
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

export function closeGatewayPayment(gatewayPayment: GatewayPayment, at: number): void {
  const state = stateOf(gatewayPayment)
  if (state !== 'open') throw new GatewayRefusal(state)
  gatewayPayment.closedAt = at
}

/** True if it closed because its time is over. */
export function closeIfOver(gatewayPayment: GatewayPayment, now: number): boolean {
  if (stateOf(gatewayPayment) !== 'open' || now < gatewayPayment.expiresAt) return false
  gatewayPayment.closedAt = gatewayPayment.expiresAt
  return true
}

export function payGatewayPayment(gatewayPayment: GatewayPayment, at: number, deltaMinor: number): void {
  const state = stateOf(gatewayPayment)
  if (state !== 'open') throw new GatewayRefusal(state)
  gatewayPayment.paidAt = at
  gatewayPayment.paidMinor = gatewayPayment.totalMinor + deltaMinor
}

/** Money that moved: a payment, or a refund of one. */
export type Movement = {
  readonly gatewayPayment: GatewayPayment
  readonly at: number
  readonly refund: GatewayRefund | null
}
/** What the report of a day lists, in the order of its time. `refunds`: whether also those that have not come to their end. */
export const movementsOf = (
  gatewayPayments: readonly GatewayPayment[],
  isWithin: (at: number) => boolean,
  refunds: 'done' | 'all' = 'done',
): Movement[] =>
  gatewayPayments
    .flatMap((gatewayPayment): Movement[] => [
      ...(gatewayPayment.paidAt === null ? [] : [{ gatewayPayment, at: gatewayPayment.paidAt, refund: null }]),
      ...(refunds === 'all' ? gatewayPayment.refunds : doneRefunds(gatewayPayment)).map((refund) => ({
        gatewayPayment,
        at: refund.at,
        refund,
      })),
    ])
    .filter(({ at }) => isWithin(at))
    .toSorted((a, b) => a.at - b.at)

/** Once for each number: the one that was made before, if the amount is the same. */
export function refundGatewayPayment(
  gatewayPayment: GatewayPayment,
  { number, amountMinor, at, state }: Omit<GatewayRefund, 'txn'>,
): { refund: GatewayRefund; isNew: boolean } {
  const known = gatewayPayment.refunds.find((refund) => refund.number === number)
  if (known && known.amountMinor !== amountMinor) throw new GatewayRefusal('other_content')
  if (known) return { refund: known, isNew: false }
  if (gatewayPayment.paidAt === null) throw new GatewayRefusal('not_paid')
  if (amountMinor <= 0 || refundedMinor(gatewayPayment) + amountMinor > gatewayPayment.paidMinor)
    throw new GatewayRefusal('too_much')
  const refund = { number, txn: drawNumber(at), amountMinor, at, ...(state && { state }) }
  gatewayPayment.refunds.push(refund)
  return { refund, isNew: true }
}
