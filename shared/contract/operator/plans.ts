import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { act, edit, read } from './action.ts'
import {
  Decimal,
  Flag,
  InBoth,
  Input,
  Json,
  Kept,
  Live,
  Maybe,
  MaybeMoment,
  Nothing,
  OneOf,
  Rows,
  Sum,
  Text,
  Whole,
  Said,
} from './fields.ts'
import { must } from './must.ts'

const id = Text({ hint: 'ID', holds: 'shop', pick: 'plan' })
const currency = OneOf(['CNY', 'USD'])
const price = Decimal({
  hint: '268.00',
  must: must('must.likeEither', { example: '268', other: '44.90' }),
})
const listPrice = Type.Optional(
  Decimal({
    hint: '420.00',
    must: must('must.likeEither', { example: '268', other: '44.90' }),
  }),
)
const largeChange = Type.Optional(Flag)
const texts = {
  nameEn: Type.Optional(Text()),
  nameZh: Type.Optional(Text()),
  badgeEn: Type.Optional(Text()),
  badgeZh: Type.Optional(Text()),
  devices: Type.Optional(Whole(1, 100)),
  bonusDays: Type.Optional(Whole(0, 3_660)),
  position: Type.Optional(Whole(0, 10_000)),
}

const Lines = Type.Array(Type.String())
const PlanView = Type.Object({
  names: Lines,
  badge: Lines,
  time: Said(),
  devices: Type.Integer(),
  prices: Type.Array(Said()),
  groups: Lines,
  position: Type.Integer(),
  sale: Type.String(),
})
const Changed = Type.Object({
  id: Type.String(),
  changes: Rows(
    Type.Object({
      field: Type.String(),
      before: Type.Union([Kept(Said<Sentence | string>()), Type.Null()]),
      after: Kept(Said<Sentence | string>()),
    }),
  ),
  after: Json(),
})

const rate = { tier: InBoth, purchase: Kept(Type.Enum(['first', 'renewal'])), rate: Type.String() }
const Moved = Type.Object({ before: Maybe(Sum), after: Sum })
/**
 * Effects of a price change. Counts of orders and promo codes change by themselves, so a difference in them does not
 * invalidate an approved preview.
 */
const PriceChanged = Type.Object({
  ...Changed.properties,
  perMonth: Maybe(Moved),
  openOrders: Live(Type.Integer()),
  openGroups: Live(Type.Integer()),
  /**
   * Number of payments in the last 30 days (UTC, including today). `atThisPrice`: their total at the old and the new
   * price.
   */
  payments: Live(Type.Integer()),
  atThisPrice: Live(Maybe(Moved)),
  commissions: Rows(Type.Object({ ...rate, before: Maybe(Sum), after: Sum })),
  promos: Live(Rows(Type.Object({ code: Type.String(), off: Type.String(), before: Maybe(Sum), after: Sum }))),
})

export const planActions = {
  'plans.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      plans: Rows(Type.Object({ id: Type.String(), ...PlanView.properties })),
    }),
  }),
  'plans.compare': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      plans: Rows(
        Type.Object({
          id: Type.String(),
          names: InBoth,
          badge: Type.Array(Type.String()),
          time: Said(),
          devices: Type.Integer(),
          sale: Kept(Type.String()),
          currency: Type.Enum(['CNY', 'USD']),
          price: Maybe(Sum),
          listPrice: Maybe(Sum),
          perMonth: Maybe(Sum),
          groupOfTwo: Maybe(Sum),
          groupOfThree: Maybe(Sum),
          openOrders: Type.Integer(),
          ordersUntil: MaybeMoment(),
          openGroups: Type.Integer(),
          groupsUntil: MaybeMoment(),
          payments: Type.Integer(),
          net: Sum,
        }),
      ),
      ways: Rows(Type.Object({ currency: Type.String(), methods: Kept(Type.Array(Type.String())) })),
    }),
  }),
  'plans.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ id }),
    output: Type.Object({
      terms: Type.Integer(),
      commissions: Rows(Type.Object({ ...rate, paid: Sum, commission: Sum })),
      promos: Rows(
        Type.Object({
          code: Type.String(),
          off: Type.String(),
          pays: Type.Array(Type.String()),
          methods: Maybe(Type.Array(Type.String())),
          firstPurchase: Type.Boolean(),
          uses: Type.Integer(),
          maxUses: Maybe(Type.Integer()),
          until: MaybeMoment(),
        }),
      ),
      more: Type.Boolean(),
    }),
  }),
  'plans.add': act({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: { by: 'plans.retire', stays: 'plan' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      id: Text({ hint: 'ID', holds: 'shop' }),
      ...texts,
      nameEn: Text(),
      nameZh: Text(),
      months: Whole(1, 120),
      devices: Whole(1, 100),
      currency,
      price,
      listPrice,
    }),
    output: Changed,
  }),
  'plans.set-price': edit({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: { itself: true },
    role: 'finance',
    stepUp: 'money',
    edits: ['id', 'currency'],
    input: Input({ id, currency, price: Type.Optional(price), listPrice, end: Type.Optional(Flag), largeChange }),
    output: PriceChanged,
  }),
  'plans.set-group-price': edit({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: { itself: true },
    role: 'finance',
    stepUp: 'money',
    edits: ['id', 'currency', 'size'],
    input: Input({
      id,
      currency,
      size: Type.Integer({
        minimum: 2,
        maximum: 3,
        hint: '2|3',
        must: must('must.oneOf', { values: '2, 3' }),
      }),
      price: Type.Optional(price),
      end: Type.Optional(Flag),
      largeChange,
    }),
    output: Changed,
  }),
  'plans.describe': edit({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: { itself: true },
    role: 'finance',
    edits: ['id'],
    input: Input({ id, ...texts, noBadge: Type.Optional(Flag) }),
    output: Changed,
  }),
  'plans.retire': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'plans.restore' },
    role: 'finance',
    input: Input({ id }),
    output: Type.Object({ ...Changed.properties, promoCodes: Live(Type.Array(Type.String())) }),
  }),
  'plans.restore': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'plans.retire' },
    role: 'finance',
    input: Input({ id }),
    output: Changed,
  }),
}
