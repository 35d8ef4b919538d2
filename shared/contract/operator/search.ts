import Type from 'typebox'
import { read } from './action.ts'
import { Input, Maybe, MaybeMoment, InBoth, Moment, OneOf, Rows, StatedSum, Text } from './fields.ts'

/** Kinds of search results. `address` is a blockchain address: it finds orders whose buyers were asked to pay to it. */
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
const previewKinds = ['person', 'order'] as const

export const searchActions = {
  'search.find': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ query: Text() }),
    output: Type.Object({
      hits: Rows(
        Type.Object({
          kind: OneOf(hitKinds),
          id: Type.String(),
          title: Type.String(),
          product: Maybe(InBoth),
          sum: Maybe(StatedSum),
          state: Type.String(),
          at: MaybeMoment(),
          until: MaybeMoment(),
          order: Maybe(Type.String()),
          user: Maybe(Type.Integer()),
        }),
      ),
      more: Type.Array(Type.Enum([...hitKinds])),
    }),
  }),
  'search.preview': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({
      kind: OneOf(previewKinds),
      id: Text({ hint: 'NUMBER' }),
    }),
    output: Type.Object({
      user: Type.Integer(),
      name: Type.String(),
      memberUntil: MaybeMoment(),
      devices: Type.Integer(),
      maxDevices: Type.Integer(),
      blocked: MaybeMoment(),
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
