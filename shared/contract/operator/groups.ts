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

const group = Text('Its invite code', { hint: 'CODE', holds: 'shop' })

const removeSeat = act({
  reach: { people: 'group', money: 'back', trust: 'none' },
  undo: { none: 'seat' },
  role: 'finance',
  stepUp: 'money',
  summary:
    'Takes a seat of a group from who has it, with the time that came by it. Money that they paid goes back; a seat that the creator paid for is free for someone else, or its price goes back to the creator.',
  second: 'More goes back than the limit of orders.refund.',
  input: Input({
    group,
    seat: Whole(1, 3, 'Number of the seat, as "groups show" lists it'),
    moneyBack: Type.Optional(
      Flag('Where the creator paid for the seat: its price goes back to them, and the seat with it'),
    ),
    reason: Reason('Who had the seat reads it'),
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
    before: MaybeMoment({ none: 'never' }),
    after: MaybeMoment({ none: 'never' }),
    creatorBefore: MaybeMoment({ none: 'never' }),
    creatorAfter: MaybeMoment({ none: 'never' }),
  }),
})

const expire = act({
  reach: { people: 'group', money: 'record', trust: 'none' },
  undo: { none: 'seat' },
  role: 'finance',
  stepUp: 'money',
  summary: 'Ends a group’s time now. An unfilled one expires and every payment goes back.',
  input: Input({ group, reason: Reason() }),
  output: Type.Object({
    group: Type.String(),
    status: Type.String(),
    refunds: Type.Integer(),
    cancels: Type.Integer(),
    /** Unclaimed seats of a finished group; their time goes to the creator. */
    unclaimed: Type.Integer(),
  }),
})

export const groupActions = {
  'groups.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Lists the newest groups, or those of one status.',
    input: Input({
      status: Type.Optional(OneOf(['unfinished', 'finished', 'expired', 'closed'], 'Only these')),
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
      'There is no such group.',
    ),
  }),
  'groups.show': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Shows a group: its seats, whose money pays for them, and everything that happened in it.',
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
          paid: MaybeMoment({ none: 'never' }),
          /** Amount refunded, including refunds on their way. */
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
  'groups.ask-remove-seat': askFor('groups.remove-seat', removeSeat, 'Asks for a seat of a group to be taken back'),
  'groups.expire': expire,
  'groups.ask-expire': askFor('groups.expire', expire, 'Asks for a group’s time to be ended now'),
}
