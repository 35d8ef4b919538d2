import Type, { type TSchema } from 'typebox'
import { act, askFor, read } from './action.ts'
import { RefundView, TakeDays } from './orders.ts'
import {
  AfterId,
  Decimal,
  Flag,
  Fresh,
  Id,
  Input,
  Json,
  Kept,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  OneOf,
  Page,
  Reason,
  Rows,
  StatedSum,
  Sum,
  Said,
} from './fields.ts'

/**
 * Decisions about a payment review. `keep`: only closes the review. `refund`: refunds what is left of the order's
 * money. `lost`, `won`: result of a dispute. `retry`: requests a failed refund again. `settled`: refunded in another
 * way.
 */
export const reviewDecisions = ['keep', 'refund', 'lost', 'won', 'retry', 'settled'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

const Change = <T extends TSchema>(of: T) => Type.Object({ before: of, after: of })

const decide = act({
  reach: { people: 'one', money: 'back', trust: 'none' },
  undo: { none: 'decision' },
  role: 'finance',
  stepUp: 'money',
  input: Input({
    id: { ...Id, pick: 'review' as const },
    decision: OneOf(reviewDecisions),
    amount: Type.Optional(Decimal()),
    takeDays: TakeDays,
    reason: Reason,
  }),
  output: Type.Object({
    decision: Type.String(),
    about: Type.String(),
    orderId: Maybe(Type.String()),
    refund: Maybe(RefundView),
    follows: Type.Array(Said()),
    refundIds: Fresh(Type.Array(Type.String())),
    lostMinor: Type.Integer(),
    moves: Type.Array(StatedSum),
    orderStatus: Maybe(Change(Kept(Type.String()))),
    memberUntil: Live(Maybe(Change(MaybeMoment()))),
    onceSent: Live(MaybeMoment()),
    commission: Maybe(Change(Sum)),
  }),
})

export const reviewActions = {
  'reviews.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        since: Moment(),
        order: Maybe(Type.String()),
        reason: Type.String(),
        details: Json(),
        takenBy: Maybe(Type.String()),
        takenUntil: MaybeMoment(),
      }),
    ),
  }),
  'reviews.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ id: { ...Id, pick: 'review' as const } }),
    output: Type.Object({
      id: Type.String(),
      since: Moment(),
      order: Maybe(Type.String()),
      user: Maybe(Type.Integer()),
      reason: Type.String(),
      details: Json(),
      takenBy: Maybe(Type.String()),
      takenUntil: MaybeMoment(),
      decided: MaybeMoment(),
      decision: Type.String(),
      by: Type.String(),
      possible: Type.Array(Type.Enum([...reviewDecisions])),
      alike: Rows(
        Type.Object({
          id: Type.String(),
          order: Maybe(Type.String()),
          details: Json(),
          decided: Moment(),
          decision: Type.String(),
          by: Type.String(),
        }),
      ),
    }),
  }),
  'queue.take': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true },
    role: 'support',
    input: Input({
      id: { ...Id, pick: 'review' as const },
      leave: Type.Optional(Flag),
      over: Type.Optional(Flag),
    }),
    output: Type.Object({ about: Type.String(), until: MaybeMoment() }),
  }),
  'reviews.decide': decide,
  'reviews.ask-decide': askFor('reviews.decide', decide),
}
