import Type from 'typebox'
import { read } from './action.ts'
import { Input, Maybe, MaybeMoment, InBoth, Moment, OneOf, Rows, StatedSum, Text } from './fields.ts'

/** Kinds of search results. An address is a chain address: it finds orders whose buyers were asked to pay to it. */
export const hitKinds = [
  'person',
  'order',
  'attempt',
  'payment',
  'refund',
  'transfer',
  'address',
  'payout',
  'group',
  'promo',
  'redeem',
] as const
export const previewKinds = ['person', 'order'] as const

export const searchActions = {
  'search.find': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Finds what a text names: a person by user id, name, email, phone (also its last digits) or invite code; an order; a payment attempt, a refund, a payment by the provider’s number, a hash or an address of a chain; a payout; a group; a promo or redeem code. Five of each. Viewers see addresses masked, and find people by them only whole.',
    input: Input({ query: Text('What someone says or pastes') }),
    output: Type.Object({
      hits: Rows(
        Type.Object({
          kind: OneOf(hitKinds, 'What it is'),
          id: Type.String(),
          title: Type.String(),
          product: Maybe(InBoth),
          sum: Maybe(StatedSum),
          state: Type.String(),
          at: MaybeMoment(),
          until: MaybeMoment(),
          /** Order or user page that shows the result. */
          order: Maybe(Type.String()),
          user: Maybe(Type.Integer()),
        }),
        'Nothing is found.',
      ),
      more: Type.Array(Type.Enum([...hitKinds])),
    }),
  }),
  'search.preview': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Shows in a few facts how a person or an order stands, for who paid and has nothing: the end of the membership, the order, the last that was heard of a payment, and what waits for a decision. Of a person: their newest order, and payments of the twenty newest. Viewers see addresses masked.',
    input: Input({
      kind: OneOf(previewKinds, 'What it is'),
      id: Text('User id of a person, number of an order', { hint: 'NUMBER' }),
    }),
    output: Type.Object({
      user: Type.Integer(),
      name: Type.String(),
      memberUntil: MaybeMoment({ none: 'never' }),
      devices: Type.Integer(),
      maxDevices: Type.Integer(),
      blocked: MaybeMoment({ none: 'no' }),
      order: Maybe(
        Type.Object({
          number: Type.String(),
          product: InBoth,
          total: StatedSum,
          status: Type.String(),
          method: Type.String(),
          made: Moment(),
        }),
      ),
      /** Latest provider statement; without one, the result of the newest attempt. */
      payment: Maybe(
        Type.Object({
          order: Type.String(),
          provider: Type.String(),
          sum: StatedSum,
          state: Type.String(),
          at: Moment(),
        }),
      ),
      review: Maybe(Type.Object({ order: Type.String(), reason: Type.String(), since: Moment() })),
    }),
  }),
}
