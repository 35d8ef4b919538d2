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
  back: Sum,
  total: Sum,
  amount: Sum,
  available: Sum,
  others: Rows(Type.Object({ amountMinor: Type.Integer(), currency: Type.String() })),
  takesTimeBack: Type.Boolean(),
  takesDays: Type.Integer(),
  /** Sentence about the refund's effect on the membership, with its end in the shop's time zone. */
  time: Live(Said()),
})

/** Days of membership to take back with a partial refund. Absent or 0: the customer keeps the time. */
export const TakeDays = Type.Optional(Whole(0, 3_660))

const refundInput = {
  order: Order,
  all: Type.Optional(Flag),
  amount: Type.Optional(Decimal()),
  takeDays: TakeDays,
  reason: Reason,
}
const refundOutput = {
  ...RefundView.properties,
  /** New end of the membership, if the refund takes time back and once the provider has confirmed it. */
  onceSent: Live(MaybeMoment()),
  refundIds: Fresh(Type.Array(Type.String())),
}

const refund = act({
  reach: { people: 'one', money: 'back', trust: 'none' },
  undo: { none: 'money' },
  role: 'finance',
  stepUp: 'money',
  input: Input(refundInput),
  output: Type.Object(refundOutput),
})

export const orderActions = {
  'orders.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({
      status: Type.Optional(OneOf(orderStatuses)),
      method: Type.Optional(OneOf(methods)),
      plan: Type.Optional(Text({ hint: 'ID', pick: 'plan' })),
      from: Type.Optional(Day),
      until: Type.Optional(Day),
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
        paid: MaybeMoment(),
        isTest: Type.Boolean(),
      }),
    ),
  }),
  'refunds.ask': askFor('orders.refund', refund),
  'refunds.batch': act({
    reach: { people: 'group', money: 'back', trust: 'none' },
    undo: { none: 'money' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      orders: Names('NUMBER,NUMBER', { holds: 'order', rows: 'orders' }),
      reason: Reason,
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
    input: Input({ batch: Id }),
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
    input: Input({
      refund: Text({ hint: 'REFUND', holds: 'shop' }),
      reason: Reason,
    }),
    output: Type.Object({
      number: Type.String(),
      refund: Type.String(),
      amount: StatedSum,
      refundIds: Fresh(Type.Array(Type.String())),
    }),
  }),
  'orders.find': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ query: Text(), after: After('NUMBER') }),
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
          paid: MaybeMoment(),
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
