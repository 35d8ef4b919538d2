import Type from 'typebox'
import { methods } from '../../method.ts'
import { orderStatuses } from '../../order-outcome.ts'
import { act, askFor, read } from './action.ts'
import {
  After,
  AfterId,
  Day,
  Decimal,
  Flag,
  Fresh,
  InBoth,
  Id,
  Input,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  Names,
  OneOf,
  Order,
  Page,
  Reason,
  Rows,
  StatedSum,
  Sum,
  Text,
  Whole,
  Said,
} from './fields.ts'

export const RefundView = Type.Object({
  number: Type.String(),
  /** Sum of this and earlier refunds. */
  back: Sum,
  total: Sum,
  amount: Sum,
  available: Sum,
  /** Refunds in currencies other than the order's. */
  others: Rows(Type.Object({ amountMinor: Type.Integer(), currency: Type.String() })),
  takesTimeBack: Type.Boolean(),
  /** Days of membership that go with a part of the money. */
  takesDays: Type.Integer(),
})

/** Preset: all of the time stays. */
export const TakeDays = Type.Optional(
  Whole(0, 3_660, 'Days of its unused time that go with a part of the money, once the provider has done it'),
)

const refundInput = {
  order: Order,
  all: Type.Optional(Flag('All that is left of the money')),
  amount: Type.Optional(Decimal('This much, in the currency of the order')),
  keepTime: Type.Optional(Flag('States that all of the time stays, though a part of the money goes')),
  takeDays: TakeDays,
  reason: Reason(),
}
const refundOutput = {
  ...RefundView.properties,
  /** Membership end after a refund that takes time back, once the provider confirms it. */
  onceSent: Live(MaybeMoment({ none: 'as it is' })),
  refundIds: Fresh(Type.Array(Type.String())),
}

const refund = act({
  reach: { people: 'one', money: 'back', trust: 'none' },
  undo: { none: 'money' },
  role: 'finance',
  stepUp: 'money',
  summary:
    'Gives money back the way it came. All of it takes the time back too, a part as many days as are stated, once the provider has done it.',
  second:
    'More goes back than the limit, by default ¥2,000 or $300, of this order with what went back before, or by one operator within a day; or money in another currency.',
  input: Input(refundInput),
  output: Type.Object(refundOutput),
})

export const orderActions = {
  'orders.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Lists orders, the newest first; without a day those of the last 90 days.',
    input: Input({
      status: Type.Optional(OneOf(orderStatuses, 'Only these')),
      method: Type.Optional(OneOf(methods, 'Only these')),
      plan: Type.Optional(Text('Only those of this plan', { hint: 'ID' })),
      from: Type.Optional(Day('Not before this day or time (UTC)')),
      until: Type.Optional(Day('Before this day or time (UTC)')),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        number: Type.String(),
        user: Type.Integer(),
        product: InBoth,
        total: Sum,
        method: Type.String(),
        status: Type.String(),
        made: Moment(),
        paid: MaybeMoment({ none: 'never' }),
      }),
      'There is no such order.',
    ),
  }),
  'refunds.ask': askFor('orders.refund', refund, 'Asks for a refund'),
  'refunds.batch': act({
    reach: { people: 'group', money: 'back', trust: 'none' },
    undo: { none: 'money' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Gives back all that is left of several orders, and takes their time back once the providers have done it. What cannot be given back is named and left; each order is done by itself, once, whatever stops in between.',
    second:
      'More goes back by one operator within a day, in batches and order by order, than the limit of one order, by default ¥2,000 or $300; or one order takes two.',
    input: Input({
      orders: Names('Numbers or ids of up to 100 orders', 'NUMBER,NUMBER', { holds: 'order' }),
      reason: Reason(),
    }),
    output: Type.Object({
      batch: Fresh(Type.String()),
      orders: Type.Integer(),
      sums: Rows(Type.Object({ orders: Type.Integer(), amount: StatedSum })),
      lines: Rows(Type.Object({ order: Type.String(), amount: Maybe(StatedSum), why: Maybe(Said()) })),
    }),
  }),
  'refunds.batch-lines': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Shows how far a batch of refunds is: which orders were asked for, which wait, and which were left and why.',
    input: Input({ batch: Id('audit.list', 'Of the batch, as its audit row has it') }),
    output: Type.Object({
      by: Type.String(),
      at: Moment(),
      lines: Rows(
        Type.Object({
          order: Type.String(),
          amount: StatedSum,
          state: Type.String(),
          why: Maybe(Said()),
        }),
      ),
    }),
  }),
  'refunds.retry': act({
    reach: { people: 'one', money: 'record', trust: 'none' },
    undo: { none: 'money' },
    role: 'finance',
    stepUp: 'money',
    summary: 'Has a refund that failed tried again, the same sum the same way under a new number.',
    input: Input({
      refund: Text('Number of the refund that failed', { hint: 'REFUND', holds: 'shop' }),
      reason: Reason(),
    }),
    output: Type.Object({
      number: Type.String(),
      refund: Type.String(),
      amount: StatedSum,
      refundIds: Fresh(Type.Array(Type.String())),
    }),
    says: [
      'Would give {amount} of order {number} back again, as refund {refund} failed.',
      'Asked for {amount} of order {number} again, as refund {refund} failed.',
    ],
  }),
  'orders.find': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Finds orders by order number, order id, payment attempt, refund, group or user id, the newest first; shows the history of a single one.',
    input: Input({ query: Text('What is known of the order'), after: After('NUMBER') }),
    output: Type.Object({
      orders: Rows(
        Type.Object({
          number: Type.String(),
          id: Type.String(),
          product: InBoth,
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
  }),
  'orders.refund': refund,
}
