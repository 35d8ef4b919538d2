import Type from 'typebox'
import { act, askFor, read } from './action.ts'
import {
  After,
  Flag,
  Fresh,
  InBoth,
  Input,
  Maybe,
  MaybeMoment,
  Moment,
  OneOf,
  Page,
  Reason,
  Rows,
  Sum,
  Text,
  Whole,
  Said,
} from './fields.ts'
import { ActRows, MoreOf } from './page-parts.ts'

const group = Text({ hint: 'CODE', holds: 'shop' })

const removeSeat = act({
  reach: { people: 'group', money: 'back', trust: 'none' },
  undo: { none: 'seat' },
  role: 'finance',
  stepUp: 'money',
  input: Input({
    group,
    seat: Whole(1, 3),
    moneyBack: Type.Optional(Flag),
    reason: Reason,
  }),
  output: Type.Object({
    group: Type.String(),
    seat: Type.Integer(),
    uid: Maybe(Type.Integer()),
    back: Maybe(Sum),
    refundIds: Fresh(Type.Array(Type.String())),
    cancelled: Type.Boolean(),
    becomes: Type.Enum(['open', 'free', 'creator', 'closed']),
    status: Type.String(),
    others: Type.Integer(),
    before: MaybeMoment(),
    after: MaybeMoment(),
    creatorBefore: MaybeMoment(),
    creatorAfter: MaybeMoment(),
  }),
})

const expire = act({
  reach: { people: 'group', money: 'record', trust: 'none' },
  undo: { none: 'seat' },
  role: 'finance',
  stepUp: 'money',
  input: Input({ group, reason: Reason }),
  output: Type.Object({
    group: Type.String(),
    status: Type.String(),
    refunds: Type.Integer(),
    cancels: Type.Integer(),
    unclaimed: Type.Integer(),
  }),
})

export const groupActions = {
  'groups.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({
      status: Type.Optional(OneOf(['unfinished', 'finished', 'expired', 'closed'])),
      after: After('CODE'),
    }),
    output: Page(
      Type.Object({
        group: Type.String(),
        product: InBoth,
        type: Type.String(),
        seats: Said(),
        status: Type.String(),
        started: Moment(),
        ends: Moment(),
      }),
    ),
  }),
  'groups.show': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ group }),
    output: Type.Object({
      group: Type.String(),
      plan: Type.String(),
      product: InBoth,
      size: Type.Integer(),
      each: Sum,
      type: Type.String(),
      status: Type.String(),
      creator: Maybe(Type.Integer()),
      started: Moment(),
      ends: Moment(),
      seats: Rows(
        Type.Object({
          seat: Type.Integer(),
          uid: Maybe(Type.Integer()),
          state: Type.String(),
          number: Maybe(Type.String()),
          lease: MaybeMoment(),
          user: Maybe(Type.String()),
          order: Maybe(Type.String()),
          grant: Maybe(Type.String()),
        }),
      ),
      payments: Rows(
        Type.Object({
          number: Type.String(),
          uid: Maybe(Type.Integer()),
          seats: Type.Integer(),
          total: Sum,
          status: Type.String(),
          paid: MaybeMoment(),
          returned: Sum,
        }),
      ),
      events: Rows(
        Type.Object({
          at: Moment(),
          event: Type.String(),
          seat: Maybe(Type.Integer()),
          uid: Maybe(Type.Integer()),
          number: Maybe(Type.String()),
          by: Type.String(),
          user: Maybe(Type.String()),
          order: Maybe(Type.String()),
        }),
      ),
      acts: ActRows,
      more: MoreOf,
    }),
  }),
  'groups.remove-seat': removeSeat,
  'groups.ask-remove-seat': askFor('groups.remove-seat', removeSeat),
  'groups.expire': expire,
  'groups.ask-expire': askFor('groups.expire', expire),
}
