import { decideOutcome, plainLook } from '#shared/order-outcome.ts'
import type { Order } from './order.ts'

export const now = Date.UTC(2026, 10, 22, 9)
const minute = 60_000

export function sampleOrder(change: Partial<Order> = {}): Order {
  const order = {
    orderId: '0197a1b2-0000-7000-8000-000000000000',
    number: '7Q2M-K9XD',
    date: now - minute,
    goodsId: 'plan-12',
    productName: '12 months',
    months: 12,
    amountMinor: 4_490,
    priceMinor: 4_490,
    discountMinor: 0,
    promoCode: null,
    currency: 'USD',
    method: 'card',
    status: 'awaiting_payment',
    paidAt: null,
    payableUntil: now + 28 * minute,
    membershipExpiresAt: null,
    groupId: null,
    seats: 1,
    pay: { kind: 'none' },
    attempt: 'open',
    isLate: false,
    disputedMinor: 0,
    stuckMinor: 0,
    receivedMinor: 0,
    receivedCurrency: 'USD',
    refundedMinor: 0,
    refundedAt: null,
    refundingMinor: 0,
    refundingSince: null,
    secondPayment: null,
    refunds: [],
    decideBy: null,
    endedBy: null,
    endedAt: null,
    difference: null,
    boughtDays: null,
    memberUntil: null,
    token: null,
    group: null,
    ...change,
  } satisfies Omit<Order, 'outcome'>
  return { ...order, outcome: decideOutcome(order, plainLook(order.payableUntil > now)) }
}
