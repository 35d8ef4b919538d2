import { randomInt } from 'node:crypto'

/** State of a refund; absent if it is completed. `failed`: the money came back or was never sent. */
type RefundState = 'pending' | 'failed'
export type GatewayRefund = {
  readonly number: string
  readonly txn: string
  readonly amountMinor: number
  readonly at: number
  state?: RefundState
}
/** Payment at a gateway. Times are milliseconds of the simulator's clock. */
export type GatewayPayment = {
  /** Order number given by the shop. */
  readonly number: string
  /** Payment number given by the gateway. */
  readonly txn: string
  readonly subject: string
  readonly currency: 'CNY' | 'USD'
  readonly totalMinor: number
  readonly notifyUrl: string
  readonly returnUrl: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly extra: Record<string, string>
  paidMinor: number
  paidAt: number | null
  /** Account from which the buyer paid. Absent: an account that no other payment uses. */
  payer?: string
  closedAt: number | null
  disputedAt: number | null
  disputes: number
  /** Result of the latest dispute. Absent while that dispute is open, and if the payment was never disputed. */
  disputeEnd?: 'won' | 'lost' | 'warning_closed'
  /** Amount of the latest dispute; absent if the whole payment is disputed. */
  disputedMinor?: number
  refunds: GatewayRefund[]
}
export type Draft = Pick<
  GatewayPayment,
  'number' | 'subject' | 'currency' | 'totalMinor' | 'notifyUrl' | 'returnUrl' | 'expiresAt' | 'extra'
>

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
export const amountOf = ({ paidAt, paidMinor, totalMinor }: GatewayPayment): number =>
  paidAt === null ? totalMinor : paidMinor
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

export type Movement = {
  readonly gatewayPayment: GatewayPayment
  readonly at: number
  readonly refund: GatewayRefund | null
}
/** Payments and refunds in a daily report, in time order. `refunds`: `all` includes unfinished ones. */
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

/** Makes a refund. Idempotent by number: a repeated number returns the existing refund if the amount is the same. */
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
