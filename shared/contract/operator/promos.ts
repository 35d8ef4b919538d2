import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { methods } from '../../method.ts'
import { act, read } from './action.ts'
import {
  After,
  Day,
  Decimal,
  Flag,
  InBoth,
  Input,
  Kept,
  Live,
  Maybe,
  MaybeMoment,
  Names,
  OneOf,
  Page,
  Rows,
  Sum,
  Text,
  Whole,
  Said,
} from './fields.ts'
import { must } from './must.ts'

const Code = Text({ must: must('must.promoCode'), holds: 'shop' })

export const promoActions = {
  'promos.create': act({
    reach: { people: 'everyone', money: 'discount', trust: 'none' },
    undo: { by: 'promos.disable', stays: 'code' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      code: Code,
      kind: Type.Optional(OneOf(['percent', 'amount'], { neededUnless: 'percent' })),
      percent: Type.Optional(Text({ hint: 'N', when: { kind: ['percent'] }, neededUnless: 'offCny' })),
      offCny: Type.Optional(Decimal({ when: { kind: ['amount'] }, neededUnless: 'offUsd' })),
      offUsd: Type.Optional(Decimal({ when: { kind: ['amount'] }, neededUnless: 'offCny' })),
      note: Text(),
      goods: Type.Optional(Names('ID,ID', { picks: 'plans' })),
      methods: Type.Optional(Names('alipay,card', { picks: methods })),
      firstPurchase: Type.Optional(Flag),
      from: Type.Optional(Day),
      until: Type.Optional(Day),
      maxUses: Type.Optional(Whole(1, 1_000_000_000)),
      maxPerUser: Type.Optional(Whole(1, 1_000_000)),
    }),
    output: Type.Object({
      code: Type.String(),
      discount: Type.String({ holds: 'shop' }),
      goods: Type.Array(InBoth),
      methods: Kept(Type.Array(Type.String())),
      firstPurchase: Type.Boolean(),
      from: MaybeMoment(),
      until: MaybeMoment(),
      maxUses: Maybe(Type.Integer()),
      maxPerUser: Maybe(Type.Integer()),
      note: Type.String(),
      prices: Rows(Type.Object({ plan: InBoth, before: Sum, after: Sum })),
      /** Maximum discount of a promo code with a use limit: `off` per purchase, `amount` over all uses. */
      atMost: Rows(Type.Object({ uses: Type.Integer(), off: Sum, amount: Sum })),
    }),
  }),
  'promos.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ after: After('CODE') }),
    output: Page(
      Type.Object({
        code: Type.String(),
        off: Type.String(),
        state: Type.String(),
        until: MaybeMoment(),
        uses: Said<Sentence | string>(),
        note: Type.String(),
      }),
    ),
  }),
  'promos.disable': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'newCode' },
    role: 'finance',
    input: Input({ code: Text({ must: must('must.promoCode'), holds: 'shop', pick: 'promo' }) }),
    output: Type.Object({ code: Type.String(), openOrders: Live(Type.Integer()) }),
  }),
}

const Batch = Text()

export const redeemActions = {
  'redeem.create': act({
    reach: { people: 'group', money: 'codes', trust: 'none' },
    undo: { by: 'redeem.disable', stays: 'code' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      name: Batch,
      count: Whole(1, 10_000),
      months: Whole(1, 120),
      bonusDays: Type.Optional(Whole(0, 3_660)),
      devices: Whole(1, 1_000),
      until: Type.Optional(Day),
    }),
    output: Type.Object({
      name: Type.String(),
      count: Type.Integer(),
      months: Type.Integer(),
      bonusDays: Type.Integer(),
      devices: Type.Integer(),
      until: MaybeMoment(),
      worth: Rows(Type.Object({ plan: InBoth, price: Sum, amount: Sum })),
      /**
       * Upper estimate of what the redeem codes are worth: their days at the highest daily price of a plan with as many
       * devices.
       */
      atMost: Type.Array(Sum),
      codes: Type.Array(Type.String(), { fresh: true }),
    }),
  }),
  'redeem.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ after: After('NAME') }),
    output: Page(
      Type.Object({
        name: Type.String(),
        gives: Said(),
        redeemed: Said(),
        until: MaybeMoment(),
        withdrawn: MaybeMoment(),
        by: Maybe(Type.String()),
      }),
    ),
  }),
  'redeem.disable': act({
    reach: { people: 'group', money: 'none', trust: 'none' },
    undo: { none: 'newCode' },
    role: 'finance',
    input: Input({ name: Text({ pick: 'redeem' }) }),
    output: Type.Object({
      name: Type.String(),
      left: Live(Type.Integer()),
      count: Type.Integer(),
      redeemed: Live(Type.Integer()),
    }),
  }),
}
