import Type from 'typebox'
import { act, read } from './action.ts'
import {
  AfterId,
  Day,
  Input,
  Kept,
  Maybe,
  Moment,
  Nothing,
  OneOf,
  Page,
  Progress,
  Rows,
  StatedSum,
  Sum,
  Whole,
} from './fields.ts'

export const ledgerActions = {
  'ledger.verify': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    stream: Type.Object({ ordersRead: Type.Integer() }),
    output: Type.Object({
      balances: Rows(
        Type.Object({
          account: Type.String(),
          debit: Sum,
          credit: Sum,
          balance: Sum,
        }),
      ),
      problems: Type.Array(Type.String()),
    }),
  }),
  'ledger.postings': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({
      from: Type.Optional(Day),
      until: Type.Optional(Day),
      currency: Type.Optional(OneOf(['CNY', 'USD'])),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        booked: Moment(),
        source: Kept(Type.String()),
        reference: Type.String(),
        order: Maybe(Type.String()),
        debit: Type.String(),
        credit: Type.String(),
        amount: StatedSum,
      }),
    ),
  }),
  'payments.lists': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      days: Rows(
        Type.Object({
          provider: Kept(Type.String()),
          day: Type.String(),
          /**
           * `compared`, or why the provider's daily report could not be compared: `not_ready`, `silent`, `unreadable`,
           * `failed`.
           */
          state: Type.String(),
          expected: Type.Integer(),
          lines: Type.Integer(),
          unread: Type.Integer(),
          differences: Type.Integer(),
          tried: Type.Union([Moment(), Type.Null()]),
        }),
      ),
    }),
  }),
  'payments.reconcile': act({
    reach: { people: 'everyone', money: 'record', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ days: Type.Optional(Whole(1, 90)) }),
    stream: Progress,
    output: Type.Object({
      compared: Type.Integer(),
      lists: Rows(
        Type.Object({
          provider: Kept(Type.String()),
          day: Type.String(),
          list: Kept(Type.String()),
          lines: Type.Integer(),
          unread: Type.Integer(),
          differences: Type.Array(Type.String()),
        }),
      ),
      found: Rows(
        Type.Object({
          orderId: Type.String(),
          attemptId: Type.String(),
          provider: Kept(Type.String()),
          what: Type.String(),
          statedMinor: Type.Union([Type.Integer(), Type.Null()]),
          knownMinor: Type.Integer(),
        }),
      ),
      differences: Type.Integer(),
    }),
  }),
}
