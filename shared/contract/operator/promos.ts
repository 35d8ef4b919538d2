import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { act, read } from './action.ts'
import {
  After,
  Day,
  Flag,
  InBoth,
  Input,
  Json,
  Live,
  Maybe,
  MaybeMoment,
  Names,
  Page,
  Rows,
  Sum,
  Text,
  Whole,
  Said,
} from './fields.ts'
import { must } from './must.ts'

const Code = Text('Of the promo code', { must: must('must.promoCode'), holds: 'shop' })

export const promoActions = {
  'promos.create': act({
    reach: { people: 'everyone', money: 'discount', trust: 'none' },
    undo: { by: 'promos.disable' },
    role: 'finance',
    stepUp: 'money',
    summary: 'Makes a promo code. Without a limit or a scope it holds for everyone and everything.',
    second: 'It takes off more than the limit, by default 50 %, or a fixed sum that is a larger part of a price.',
    input: Input({
      code: Code,
      percent: Type.Optional(Text('So much off: more than 0 and at most 100', { hint: 'N' })),
      off: Type.Optional(
        Text('A fixed sum off in each currency, in fen and cents', { hint: 'CNY:2000,USD:300', holds: 'shop' }),
      ),
      note: Text('What it is for'),
      goods: Type.Optional(Names('Only for these plans')),
      methods: Type.Optional(Names('Only for these ways of paying', 'alipay,card')),
      firstPurchase: Type.Optional(Flag('Only for a first purchase')),
      from: Type.Optional(Day('Holds from here on')),
      until: Type.Optional(Day('Holds until then')),
      maxUses: Type.Optional(Whole(1, 1_000_000_000, 'So often in all')),
      maxPerUser: Type.Optional(Whole(1, 1_000_000, 'So often for one account')),
    }),
    output: Type.Object({
      code: Type.String(),
      promo: Json(),
      prices: Rows(Type.Object({ plan: InBoth, before: Sum, after: Sum })),
      /** Maximum discount for a code with a use limit: per purchase, and over all uses. */
      atMost: Rows(Type.Object({ uses: Type.Integer(), off: Sum, amount: Sum }), 'It can be used without a limit.'),
    }),
    says: ['Would make {promo}', 'The code {code} holds from now on.'],
  }),
  'promos.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists promo codes with what is used of them.',
    input: Input({ after: After('CODE') }),
    output: Page(
      Type.Object({
        code: Type.String(),
        off: Type.String(),
        state: Type.String(),
        until: MaybeMoment({ none: 'never' }),
        uses: Said<Sentence | string>(),
        note: Type.String(),
      }),
      'There is no promo code.',
    ),
  }),
  'promos.disable': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'newCode' },
    role: 'finance',
    summary: 'Ends a promo code. Orders that carry it keep their price.',
    input: Input({ code: Code }),
    output: Type.Object({ code: Type.String(), openOrders: Live(Type.Integer()) }),
    says: [
      'Would end {code}; open orders that keep their price: {openOrders}.',
      'The code {code} is over; open orders that keep their price: {openOrders}.',
    ],
  }),
}

const Batch = Text('Of the batch')

export const redeemActions = {
  'redeem.create': act({
    reach: { people: 'group', money: 'codes', trust: 'none' },
    undo: { by: 'redeem.disable' },
    role: 'finance',
    stepUp: 'money',
    summary: 'Makes a batch of redeem codes and prints them, once: afterwards no one can read them any more.',
    second:
      'More codes by one operator in a day than the limit, by default 500, or codes worth more than the limit of a refund, by default ¥2,000 or $300.',
    input: Input({
      name: Batch,
      count: Whole(1, 10_000, 'So many codes'),
      months: Whole(1, 120, 'What each gives'),
      bonusDays: Type.Optional(Whole(0, 3_660, 'And so many days')),
      devices: Whole(1, 1_000, 'For so many devices'),
      until: Type.Optional(Day('Can be redeemed until then')),
    }),
    output: Type.Object({
      batch: Json(),
      /** Value of all codes at the price of an equivalent plan on sale. */
      worth: Rows(Type.Object({ plan: InBoth, price: Sum, amount: Sum }), 'No plan on sale gives the same.'),
      /** Upper estimate: days of all codes at the highest daily price of a plan with as many devices. */
      atMost: Type.Array(Sum, { title: 'worth at most' }),
      codes: Type.Array(Type.String(), { fresh: true }),
    }),
  }),
  'redeem.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists batches of redeem codes with how many are redeemed.',
    input: Input({ after: After('NAME') }),
    output: Page(
      Type.Object({
        name: Type.String(),
        gives: Said(),
        redeemed: Said(),
        until: MaybeMoment({ none: 'never' }),
        withdrawn: MaybeMoment(),
        by: Maybe(Type.String()),
      }),
      'There is no batch.',
    ),
  }),
  'redeem.disable': act({
    reach: { people: 'group', money: 'none', trust: 'none' },
    undo: { none: 'newCode' },
    role: 'finance',
    summary: 'Withdraws what is left of a batch. Codes that were redeemed keep their time.',
    input: Input({ name: Batch }),
    output: Type.Object({
      name: Type.String(),
      left: Live(Type.Integer()),
      count: Type.Integer(),
      redeemed: Live(Type.Integer()),
    }),
    says: [
      'Would withdraw the batch "{name}": {left} of {count} codes end; redeemed codes that keep their time: {redeemed}.',
      'The batch "{name}" is withdrawn: {left} of {count} codes have ended; redeemed codes that keep their time: {redeemed}.',
    ],
  }),
}
