import Type from 'typebox'
import { read } from './action.ts'
import { Input, Maybe, MaybeMoment, InBoth, OneOf, Rows, StatedSum, Text } from './fields.ts'

/** What something can be that is found. An address is of a chain: the orders whose buyers were asked to pay to it. */
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

export const searchActions = {
  'search.find': read({
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
          /** Of people: the end of their membership. */
          until: MaybeMoment(),
          /** Where it is shown. */
          order: Maybe(Type.String()),
          user: Maybe(Type.Integer()),
        }),
        'Nothing is found.',
      ),
    }),
  }),
}
