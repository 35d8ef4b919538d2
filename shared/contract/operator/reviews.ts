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
 * `keep`: no consequence. `refund`: refunds what is left of the order's money. `lost`, `won`: result of a dispute.
 * `retry`: requests a failed refund again. `settled`: refunded in another way.
 */
export const reviewDecisions = ['keep', 'refund', 'lost', 'won', 'retry', 'settled'] as const
export type ReviewDecision = (typeof reviewDecisions)[number]

const Change = <T extends TSchema>(of: T) => Type.Object({ before: of, after: of })

const decide = act({
  reach: { people: 'one', money: 'back', trust: 'none' },
  undo: { none: 'decision' },
  role: 'finance',
  stepUp: 'money',
  summary:
    'Decides an item of the review queue. keep: nothing follows. refund: all that is left of the money goes back, or a part of it, which leaves the time or takes as many days as are stated. lost: a dispute was lost, with the sum that it is about. won: it was won, and the time goes back to the buyer. What the provider says later outweighs both. retry: a refund that failed is sent again. settled: it was given back in another way, as by a transfer.',
  second: 'A refund that is over the limit of orders.refund.',
  input: Input({
    id: Id('reviews list', 'The item'),
    decision: OneOf(reviewDecisions, 'What is decided'),
    amount: Type.Optional(Decimal('Of the decision refund: this much, in the currency of the order')),
    keepTime: Type.Optional(Flag('States that all of the time stays, though a part of the money goes')),
    takeDays: TakeDays,
    reason: Reason(),
  }),
  output: Type.Object({
    decision: Type.String(),
    about: Type.String(),
    orderId: Maybe(Type.String()),
    /** Refund for the decision `refund`, if money is left. */
    refund: Maybe(RefundView),
    /** Consequences for disputes and failed refunds, as sentences. */
    follows: Type.Array(Said()),
    refundIds: Fresh(Type.Array(Type.String())),
    lostMinor: Type.Integer(),
    /** Amounts per currency that are refunded, booked as lost, or recovered. */
    moves: Type.Array(StatedSum),
    orderStatus: Maybe(Change(Kept(Type.String()))),
    memberUntil: Live(Maybe(Change(MaybeMoment({ none: 'never' })))),
    /** Membership end after a refund that also takes time back, once the provider confirms it. */
    onceSent: Live(MaybeMoment({ none: 'as it is' })),
    commission: Maybe(Change(Sum)),
  }),
})

export const reviewActions = {
  'reviews.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Lists what a person must look at, the oldest first.',
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
      'Nothing waits for a decision.',
    ),
  }),
  'reviews.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Shows an item of the review queue, also one that is decided: what it was opened with, what can be decided about it now, and how the last five of the same kind ended.',
    input: Input({ id: Id('reviews list', 'The item') }),
    output: Type.Object({
      id: Type.String(),
      since: Moment(),
      order: Maybe(Type.String()),
      user: Maybe(Type.Integer()),
      reason: Type.String(),
      details: Json(),
      takenBy: Maybe(Type.String()),
      takenUntil: MaybeMoment(),
      decided: MaybeMoment({ none: 'not yet' }),
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
        'None of this kind was decided before.',
      ),
    }),
  }),
  'queue.take': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: 'itself',
    role: 'support',
    summary:
      'Takes an item of the review queue for 30 minutes, so that no one else decides it meanwhile. Again: 30 minutes more.',
    input: Input({
      id: Id('reviews list', 'The item'),
      leave: Type.Optional(Flag('Leaves it to the others again')),
      over: Type.Optional(Flag('Takes it even where another operator works on it: finance and owners')),
    }),
    output: Type.Object({ about: Type.String(), until: MaybeMoment({ none: 'not kept' }) }),
    says: ['The item ({about}) would be yours until: {until}.', 'The item ({about}) is yours until: {until}.'],
  }),
  'reviews.decide': decide,
  'reviews.ask-decide': askFor('reviews.decide', decide, 'Asks for a decision about an item of the review queue'),
}
