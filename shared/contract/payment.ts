import Type from 'typebox'
import { attemptStates, chainStates, groupStates, orderOutcomes, orderStatuses } from '#shared/order-outcome.ts'
import { AmountMinor, Body, call, Currency, Instant, Method, Nullable } from './call.ts'

const Price = Type.Object({
  currency: Currency,
  priceMinor: AmountMinor,
  listPriceMinor: Nullable(AmountMinor),
})
export const GroupPrice = Type.Object({
  size: Type.Union([Type.Literal(2), Type.Literal(3)]),
  currency: Currency,
  perPersonMinor: AmountMinor,
})
const Goods = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'In the language of the request' }),
  badge: Nullable(Type.String()),
  months: Type.Integer(),
  bonusDays: Type.Integer(),
  maxDevices: Type.Integer(),
  prices: Type.Array(Price),
  groupPrices: Type.Array(GroupPrice),
})
export const OrderStatus = Type.Enum([...orderStatuses])
/** Base units of a token as decimal text, because they are too large for a JSON number. */
export const BaseUnits = Type.String({ pattern: '^[0-9]{1,78}$', description: 'Base units of the token, decimal text' })
/**
 * Next step for the browser to pay an order. `redirect`: open the URL. `qr`: show the QR code. `page`: open a page of
 * this site (path without language prefix). `none`: nothing is due, the payment window is over, or the payment URL has
 * expired and `payment_repay` gives a new one.
 */
const PayStep = Type.Union([
  Type.Object({ kind: Type.Literal('redirect'), url: Type.String() }),
  Type.Object({ kind: Type.Literal('qr'), content: Type.String() }),
  Type.Object({ kind: Type.Literal('page'), path: Type.String() }),
  Type.Object({ kind: Type.Literal('none') }),
])
const DifferenceParts = {
  days: Type.Integer({ description: 'That were left' }),
  devicesBefore: Type.Integer(),
  devicesAfter: Type.Integer(),
}
export const Order = Type.Object({
  orderId: Type.String(),
  number: Type.String({ description: 'What people read to each other, like 7Q2M-K9XD' }),
  date: Instant('When the order was made'),
  goodsId: Type.String(),
  productName: Type.String(),
  months: Type.Integer(),
  amountMinor: AmountMinor,
  priceMinor: AmountMinor,
  discountMinor: AmountMinor,
  promoCode: Nullable(Type.String()),
  currency: Currency,
  method: Method,
  status: OrderStatus,
  paidAt: Nullable(Instant('When the payment was verified')),
  payableUntil: Instant('End of the payment window'),
  membershipExpiresAt: Nullable(Instant('The expiry that this order led to')),
  groupId: Nullable(Type.String({ description: 'The code of the group that it pays seats of' })),
  seats: Type.Integer({ description: 'Seats that it pays; 1 where it is no order of a group' }),
  pay: PayStep,
  outcome: Type.Enum([...orderOutcomes], {
    description: 'How it stands, in one word, for its owner: `decideOutcome` in `shared/order-outcome.ts`',
  }),
  attempt: Type.Enum([...attemptStates], { description: 'How the tries to pay it stand' }),
  isLate: Type.Boolean({ description: 'Its money came after its window, or after it had ended' }),
  disputedMinor: Type.Integer({ minimum: 0, description: 'What a bank asks back, or a chain took back' }),
  stuckMinor: Type.Integer({
    minimum: 0,
    description: 'Of refunds that failed or are late: a person looks after them',
  }),
  receivedMinor: AmountMinor,
  receivedCurrency: Type.String({
    description: 'What the money came in; its own currency, or one that nothing is sold in',
  }),
  refundedMinor: AmountMinor,
  refundedAt: Nullable(Instant('When the last of that went back')),
  refundingMinor: AmountMinor,
  refundingSince: Nullable(Instant('Since when that is on its way')),
  /**
   * Second payment of the same order, made by mistake. It is refunded in full and not included in the order's amounts.
   */
  secondPayment: Nullable(
    Type.Object({
      amountMinor: AmountMinor,
      refundedAt: Nullable(Instant('When it was back; null: it is on its way, or a person looks after it')),
      isStuck: Type.Boolean({ description: 'Its refund failed or is late' }),
    }),
  ),
  refunds: Type.Array(
    Type.Object({
      amountMinor: AmountMinor,
      currency: Type.String(),
      status: Type.Enum(['on_its_way', 'done', 'failed']),
      isSecondPayment: Type.Boolean(),
      at: Instant('When it was back; before that, when it was asked for'),
    }),
    { description: 'Every refund, the oldest first' },
  ),
  decideBy: Nullable(Instant('By when a person decides, where the operator promises a time')),
  endedBy: Nullable(Type.Enum(['buyer', 'operator', 'group', 'provider', 'time'])),
  endedAt: Nullable(Instant('When it was cancelled or expired')),
  difference: Nullable(
    Type.Object(DifferenceParts, { description: 'Where it bought no time but more devices for what was left' }),
  ),
  boughtDays: Nullable(Type.Integer({ description: 'Whole days that it granted, also where they were taken back' })),
  memberUntil: Nullable(Instant('When all time of its owner ends, or ended')),
  token: Nullable(
    Type.Object({
      state: Type.Enum([...chainStates]),
      symbol: Type.String(),
      decimals: Type.Integer(),
      asked: BaseUnits,
      received: BaseUnits,
      arriving: BaseUnits,
      missing: BaseUnits,
      excess: BaseUnits,
      address: Type.String(),
      contract: Nullable(Type.String({ description: 'Of the token; null: the coin of the network itself' })),
    }),
  ),
  group: Nullable(
    Type.Object({
      state: Type.Enum([...groupStates]),
      size: Type.Integer(),
      missing: Type.Integer({ description: 'Seats that no one has paid' }),
      unclaimed: Type.Integer({ description: 'Seats that are paid and that no one took' }),
      expiresAt: Instant('When it ends unfilled'),
    }),
  ),
})

const Receipt = Type.Object({
  number: Type.String({ description: 'Of this seller, without gaps, like 2026-004812' }),
  issuedAt: Instant('When the number was given'),
  orderNumber: Type.String(),
  seller: Nullable(
    Type.Object({
      name: Type.String(),
      address: Nullable(Type.String()),
      taxNumber: Nullable(Type.String()),
      email: Nullable(Type.String()),
      demo: Type.Boolean({ description: 'A sample' }),
    }),
  ),
  buyer: Type.Object({
    account: Type.String(),
    uid: Type.Integer(),
    name: Nullable(Type.String({ description: 'A name or company that the buyer put on it' })),
    isFixed: Type.Boolean({ description: 'It was printed: the name stays' }),
  }),
  productName: Type.String(),
  maxDevices: Type.Integer(),
  seats: Type.Integer(),
  period: Nullable(Type.Object({ from: Instant('When what was bought began'), to: Instant('When it ends') })),
  priceMinor: AmountMinor,
  discountMinor: AmountMinor,
  promoCode: Nullable(Type.String()),
  currency: Currency,
  tax: Nullable(Type.Object({ label: Type.String(), rateBps: Type.Integer(), amountMinor: AmountMinor })),
  paidMinor: AmountMinor,
  refunds: Type.Array(Type.Object({ amountMinor: AmountMinor, at: Instant('When it was done') })),
  lostMinor: AmountMinor,
  inTheEndMinor: AmountMinor,
  takenDays: Type.Integer({ description: 'Days of membership that went with a part of the money' }),
  payments: Type.Array(
    Type.Object({
      method: Method,
      amountMinor: AmountMinor,
      at: Instant('When it was received'),
      transaction: Type.String({ description: 'In full: the provider’s number, or the hash' }),
      token: Nullable(
        Type.Object({
          symbol: Type.String(),
          network: Type.String(),
          amount: Type.String({ description: 'As people read it, 38.16' }),
        }),
      ),
    }),
  ),
})

export const PromoCode = Type.String({ minLength: 1, maxLength: 64 })

export const paymentCalls = {
  '/api/payment/payment_shop': call({
    access: 'public',
    signed: true,
    summary: 'The plans on sale, with their prices in every currency.',
    input: Body({}),
    output: Type.Object({ list: Type.Array(Goods) }),
  }),
  '/api/payment/payment_preview': call({
    access: 'user',
    summary: 'What buying a plan would do to the time that the caller has, were it paid now. Nothing is kept.',
    input: Body({ goodsId: Type.String({ maxLength: 64 }), currency: Currency }),
    output: Type.Object({
      expiresAt: Instant('The expiry that it would lead to'),
      converted: Type.Enum(['nothing', 'remaining', 'bought'], {
        description:
          'Which time changes its number of devices, at value: what is left (a larger plan), or what is bought',
      }),
      daysBefore: Type.Integer({ description: 'Of that time, whole days' }),
      daysAfter: Type.Integer(),
      devicesBefore: Type.Integer({ description: 'Of that time' }),
      devicesAfter: Type.Integer(),
      difference: Nullable(
        Type.Object(
          { priceMinor: AmountMinor, ...DifferenceParts },
          {
            description: 'The other way to so many devices: what they cost for the time that is left, and no more time',
          },
        ),
      ),
    }),
  }),
  '/api/payment/payment_purchase': call({
    access: 'user',
    summary: 'Places an order and opens the first attempt to pay it.',
    input: Body({
      goodsId: Type.String({ maxLength: 64 }),
      currency: Currency,
      method: Method,
      expectedTotalMinor: AmountMinor,
      promoCode: Type.Optional(PromoCode),
      onlyDifference: Type.Optional(
        Type.Boolean({
          description:
            'The plan’s number of devices for the time that is left, at the price of `payment_preview`; no time',
        }),
      ),
      idempotencyKey: Type.String({ pattern: '^[A-Za-z0-9_-]{16,64}$' }),
    }),
    output: Order,
  }),
  '/api/payment/payment_coupon': call({
    access: 'public',
    summary: 'What a promo code takes off a plan, or why it does not. Nothing is reserved.',
    input: Body({ code: PromoCode, goodsId: Type.String({ maxLength: 64 }), currency: Currency, method: Method }),
    output: Type.Object({
      code: Type.String(),
      priceMinor: AmountMinor,
      discountMinor: AmountMinor,
      totalMinor: AmountMinor,
      currency: Currency,
    }),
  }),
  '/api/payment/payment_cancel': call({
    access: 'user',
    summary:
      'Gives up an order that waits for its payment; with a part of the money there it goes to `review`. Money that arrives all the same still counts.',
    input: Body({ orderId: Type.String({ maxLength: 64 }) }),
    output: Order,
  }),
  '/api/payment/payment_repay': call({
    access: 'user',
    summary: 'Opens the same order for paying again, by the same or another method.',
    input: Body({ orderId: Type.String({ maxLength: 64 }), method: Method }),
    output: Order,
  }),
  '/api/system/system_redeem_code': call({
    access: 'user',
    summary: 'Redeems a redeem code. Twenty wrong ones an hour are the most for an account and a network.',
    input: Body({ code: Type.String({ minLength: 1, maxLength: 64 }) }),
    output: Type.Object({ expiresAt: Instant('The expiry that it led to'), seconds: Type.Integer() }),
  }),
  '/api/payment/payment_state': call({
    access: 'public',
    summary:
      'Whether an order is paid, for a browser that is not signed in and came back from paying it: that, and nothing else.',
    input: Body({ orderId: Type.String({ maxLength: 64 }), ask: Type.Optional(Type.Boolean()) }),
    output: Type.Object({ outcome: Type.Enum(['elsewhere', 'elsewhere-wait', 'elsewhere-other']) }),
  }),
  '/api/payment/payment_order': call({
    access: 'user',
    summary: "The caller's orders, newest first; with `orderId` that one; with `ask` after asking the provider.",
    input: Body({
      orderId: Type.Optional(Type.String({ maxLength: 64 })),
      ask: Type.Optional(Type.Boolean()),
      before: Type.Optional(Instant('Only orders made before this')),
    }),
    output: Type.Object({ list: Type.Array(Order), more: Type.Boolean() }),
  }),
  '/api/payment/payment_receipt': call({
    access: 'user',
    summary: 'The receipt of one of the caller’s orders that was paid.',
    input: Body({ orderId: Type.String({ maxLength: 64 }) }),
    output: Receipt,
  }),
  '/api/payment/payment_receipt_print': call({
    access: 'user',
    summary:
      'The same, to be printed. The first time says whose it is: a name or company, or none; from then on that stays.',
    input: Body({ orderId: Type.String({ maxLength: 64 }), buyerName: Type.String({ maxLength: 120 }) }),
    output: Receipt,
  }),
}
