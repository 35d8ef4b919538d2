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

const id = Text('Of the plan', { hint: 'ID', holds: 'shop' })
const currency = OneOf(['CNY', 'USD'], 'Of the price')
const price = Decimal('What it costs', {
  hint: '268.00',
  must: must('must.likeEither', { example: '268', other: '44.90' }),
})
const listPrice = Type.Optional(
  Decimal('Shown struck through beside the price', {
    hint: '420.00',
    must: must('must.likeEither', { example: '268', other: '44.90' }),
  }),
)
const largeChange = Type.Optional(Flag('States that a change by more than half is meant'))
const texts = {
  nameEn: Type.Optional(Text('Name in English')),
  nameZh: Type.Optional(Text('Name in Chinese')),
  badgeEn: Type.Optional(Text('Badge in English')),
  badgeZh: Type.Optional(Text('Badge in Chinese')),
  devices: Type.Optional(Whole(1, 100, 'For so many devices')),
  bonusDays: Type.Optional(Whole(0, 3_660, 'Days on top of the months')),
  position: Type.Optional(Whole(0, 10_000, 'Place in the list')),
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
/** Effects of a price change. Promo codes and orders change by themselves, so those counts are ignored when previews are compared. */
const PriceChanged = Type.Object({
  ...Changed.properties,
  perMonth: Maybe(Moved),
  /** Open orders; they keep their original price. */
  openOrders: Live(Type.Integer()),
  openGroups: Live(Type.Integer()),
  /** Number of payments in the last 30 days (UTC, including today), and their total at the new price. */
  payments: Live(Type.Integer()),
  atThisPrice: Live(Maybe(Moved)),
  commissions: Rows(Type.Object({ ...rate, before: Maybe(Sum), after: Sum })),
  promos: Live(Rows(Type.Object({ code: Type.String(), off: Type.String(), before: Maybe(Sum), after: Sum }))),
})

export const planActions = {
  'plans.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists all plans with their prices, retired ones too.',
    input: Nothing,
    output: Type.Object({
      plans: Rows(
        Type.Object({ id: Type.String(), ...PlanView.properties }),
        'There are no plans; "plans add" makes one.',
      ),
    }),
  }),
  'plans.compare': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Shows what each plan costs in each currency, how many orders and groups wait, which keep their price, and until when, and what 30 days (UTC), today with them, brought. Days that are over were added up once.',
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
        'There are no plans; "plans add" makes one.',
      ),
      ways: Rows(Type.Object({ currency: Type.String(), methods: Kept(Type.Array(Type.String())) })),
    }),
  }),
  'plans.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Shows what hangs on the price of a plan: what an affiliate earns with one purchase by the terms in force, and what is paid with each promo code that can be used for it.',
    input: Input({ id }),
    output: Type.Object({
      terms: Type.Integer(),
      commissions: Rows(Type.Object({ ...rate, paid: Sum, commission: Sum })),
      promos: Rows(
        Type.Object({
          code: Type.String(),
          off: Type.String(),
          pays: Type.Array(Type.String()),
          methods: Maybe(Type.Array(Type.String(), { none: 'all' })),
          firstPurchase: Type.Boolean(),
          uses: Type.Integer(),
          maxUses: Maybe(Type.Integer()),
          until: MaybeMoment({ none: 'never' }),
        }),
        'No promo code takes anything off it.',
      ),
      more: Type.Boolean(),
    }),
  }),
  'plans.add': act({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: { by: 'plans.retire' },
    role: 'finance',
    stepUp: 'money',
    second:
      'It is cheaper by the day, or by the day and device, than every other plan by more than the limit, by default 30 %.',
    summary: 'Puts a new plan on sale, with a price in one currency; "plans set-price" adds the others.',
    input: Input({
      id,
      ...texts,
      months: Whole(1, 120, 'What it gives'),
      devices: Whole(1, 100, 'For so many devices'),
      currency,
      price,
      listPrice,
    }),
    output: Changed,
  }),
  'plans.set-price': edit({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: 'itself',
    role: 'finance',
    stepUp: 'money',
    summary: 'Sets the price in one currency. Without a list price nothing is shown struck through beside it.',
    second: 'A price moves by more than the limit in a day, by default 30 %, or stands so far below the others.',
    edits: ['id', 'currency'],
    input: Input({ id, currency, price, listPrice, largeChange }),
    output: PriceChanged,
  }),
  'plans.set-group-price': edit({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: 'itself',
    role: 'finance',
    stepUp: 'money',
    summary: 'Sets what each pays in a group of two or three, or takes the offer back. Groups that stand keep theirs.',
    second: 'A price moves by more than the limit in a day, by default 30 %, or stands so far below the others.',
    edits: ['id', 'currency', 'size'],
    input: Input({
      id,
      currency,
      size: Type.Integer({
        minimum: 2,
        maximum: 3,
        hint: '2|3',
        must: must('must.oneOf', { values: '2, 3' }),
        description: 'People in the group',
      }),
      price: Type.Optional(price),
      end: Type.Optional(Flag('Takes the offer back')),
      largeChange,
    }),
    output: Changed,
  }),
  'plans.describe': edit({
    reach: { people: 'everyone', money: 'price', trust: 'none' },
    undo: 'itself',
    role: 'finance',
    summary: 'Changes names, badge, devices, bonus days or the place in the list.',
    second: 'More or fewer days or devices for the price move it by more than the limit, by default 30 %.',
    edits: ['id'],
    input: Input({ id, ...texts, noBadge: Type.Optional(Flag('Takes the badge away')) }),
    output: Changed,
  }),
  'plans.retire': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'plans.restore' },
    role: 'finance',
    summary: 'Takes a plan off sale. Who has bought it keeps it; orders that wait to be paid still can be.',
    input: Input({ id }),
    output: Type.Object({ ...Changed.properties, promoCodes: Live(Type.Array(Type.String())) }),
  }),
  'plans.restore': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'plans.retire' },
    role: 'finance',
    summary: 'Puts a retired plan on sale again.',
    input: Input({ id }),
    output: Changed,
  }),
}
