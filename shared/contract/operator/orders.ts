import Type from 'typebox'
import { act, read } from './action.ts'
import { After, Decimal, Flag, Fresh, Input, Maybe, MaybeMoment, Moment, Reason, Rows, Sum, Text } from './fields.ts'

const Order = Text('Number or id of exactly one order', { hint: 'NUMBER' })

/** What a refund comes to. */
export const RefundView = Type.Object({
  number: Type.String(),
  /** With this refund and before, of the order’s total. */
  back: Sum,
  total: Sum,
  amount: Sum,
  available: Sum,
  /** In currencies that are not the order’s. */
  others: Rows(Type.Object({ amountMinor: Type.Integer(), currency: Type.String() })),
  takesTimeBack: Type.Boolean(),
})

export const orderActions = {
  'orders.find': read({
    role: 'viewer',
    summary:
      'Finds orders by order number, order id, payment attempt, refund, group or user id, the newest first; shows the history of a single one.',
    input: Input({ query: Text('What is known of the order'), after: After('NUMBER') }),
    output: Type.Object({
      orders: Rows(
        Type.Object({
          number: Type.String(),
          id: Type.String(),
          product: Type.String(),
          total: Sum,
          method: Type.String(),
          status: Type.String(),
          made: Moment(),
          paid: MaybeMoment({ none: 'never' }),
        }),
      ),
      next: Maybe(Type.String()),
      events: Rows(
        Type.Object({
          at: Moment(),
          from: Type.Union([Type.String(), Type.Null()]),
          to: Type.String(),
          reason: Type.String(),
          by: Type.String(),
        }),
      ),
    }),
    was: 'find-order',
  }),
  'orders.refund': act({
    role: 'finance',
    stepUp: 'money',
    summary: 'Gives money back the way it came. All of it takes the time back too, once the provider has done it.',
    second:
      'More of an order goes back than the limit, by default ¥2,000 or $300, with what went back before; or money in another currency.',
    input: Input({
      order: Order,
      all: Type.Optional(Flag('All that is left of the money')),
      amount: Type.Optional(Decimal('This much, in the currency of the order')),
      keepTime: Type.Optional(Flag('States that all of the time stays, though a part of the money goes')),
      reason: Reason(),
    }),
    output: Type.Object({ ...RefundView.properties, refundIds: Fresh(Type.Array(Type.String())) }),
    was: 'refund',
  }),
}
