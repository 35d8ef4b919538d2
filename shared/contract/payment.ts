import Type from 'typebox'
import { AmountMinor, Body, call, Currency, Instant, Method, Nullable } from './call.ts'

export const Price = Type.Object({
  currency: Currency,
  priceMinor: AmountMinor,
  listPriceMinor: Nullable(AmountMinor),
})
export const GroupPrice = Type.Object({
  size: Type.Union([Type.Literal(2), Type.Literal(3)]),
  currency: Currency,
  perPersonMinor: AmountMinor,
})
export const Goods = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'In the language of the request' }),
  badge: Nullable(Type.String()),
  months: Type.Integer(),
  bonusDays: Type.Integer(),
  maxDevices: Type.Integer(),
  prices: Type.Array(Price),
  groupPrices: Type.Array(GroupPrice),
})
export const OrderStatus = Type.Enum([
  'created',
  'awaiting_payment',
  'paid',
  'refunding',
  'refunded',
  'partially_refunded',
  'cancelled',
  'expired',
  'review',
])
/**
 * What the browser does next to pay. `redirect`: go to that address. `qr`: show it. `page`: go on at a page of this site,
 * without its language prefix. `none`: nothing is owed or the window is over.
 */
export const PayStep = Type.Union([
  Type.Object({ kind: Type.Literal('redirect'), url: Type.String() }),
  Type.Object({ kind: Type.Literal('qr'), content: Type.String() }),
  Type.Object({ kind: Type.Literal('page'), path: Type.String() }),
  Type.Object({ kind: Type.Literal('none') }),
])
export const Order = Type.Object({
  orderId: Type.String(),
  number: Type.String({ description: 'What people read to each other, like 7Q2M-K9XD' }),
  date: Instant('When the order was made'),
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
})

/** As people type it: any case, spaces around it. */
const PromoCode = Type.String({ minLength: 1, maxLength: 64 })

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
}
