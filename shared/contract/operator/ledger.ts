import Type from 'typebox'
import { act, read } from './action.ts'
import { Input, Moment, Nothing, Progress, Rows, Sum, Whole, Kept } from './fields.ts'

export const ledgerActions = {
  'ledger.verify': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Proves the ledger of money: balanced in each currency, the same as the verified facts, and every day’s figures the same as what was booked on it.',
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
      /** Empty if the ledger is consistent. */
      problems: Type.Array(Type.String()),
    }),
  }),
  'payments.lists': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'How far the providers’ own lists are compared, day by day. Days whose list is missing or cannot be read are tried again every six hours.',
    input: Nothing,
    output: Type.Object({
      days: Rows(
        Type.Object({
          provider: Kept(Type.String()),
          day: Type.String(),
          /** `compared`, or the reason why not: `not_ready`, `silent`, `unreadable`, `failed`. */
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
    summary:
      'Compares the payments of the last days with what their providers say, and with the providers’ own lists; settles what was missed, reviews what differs.',
    input: Input({ days: Type.Optional(Whole(1, 90, 'So many days back; 3 by default')) }),
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
