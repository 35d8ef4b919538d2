import Type from 'typebox'
import { read } from './action.ts'
import { Input, Maybe, MaybeMoment, Moment, Rows, Sum, Whole } from './fields.ts'

const Revenue = Type.Object({
  currency: Type.String(),
  /** Who took the money in. */
  provider: Type.String(),
  paid: Sum,
  refunded: Sum,
  lost: Sum,
  net: Sum,
  payments: Type.Integer(),
})
/** How many in a time: of visits by a link, of steps they took, of accounts, trials and orders. */
const Funnel = Type.Object({
  visit: Type.Integer(),
  download: Type.Integer(),
  sign_up_form: Type.Integer(),
  checkout: Type.Integer(),
  sign_up: Type.Integer(),
  trial: Type.Integer(),
  order_made: Type.Integer(),
  order_paid: Type.Integer(),
})
const Span = Type.Object({
  from: Moment(),
  until: Moment(),
  revenue: Rows(Revenue),
  /** A step is missing where it is not known of every day: visits and unpaid orders were forgotten before they were counted. */
  funnel: Type.Partial(Funnel),
})
/** `list`: the read that lists them; `count` is exact unless there are more. */
const Waits = Type.Object({
  what: Type.String(),
  list: Type.String(),
  count: Type.Integer(),
  isMore: Type.Boolean(),
  oldest: MaybeMoment(),
})
/** Tries of the last 24 hours, and of the seven days before these. */
const Method = Type.Object({
  method: Type.String(),
  attempts: Type.Integer(),
  paid: Type.Integer(),
  attemptsBefore: Type.Integer(),
  paidBefore: Type.Integer(),
  /** From a try until its order was paid, in the middle: of the newest thousand payments of all methods; null where none is. */
  medianSeconds: Maybe(Type.Integer()),
})
const Since = Type.Object({ name: Type.String(), since: MaybeMoment() })

export const figureActions = {
  'today.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Shows today so far (UTC) beside the same hours of the same weekday a week before, or up to thirty days beside the same hours as many days before, at least a week; how many tries to pay succeed by method, members, what waits for a person, and what is not as it should be. Yuan and dollars are never added.',
    input: Input({ days: Type.Optional(Whole(1, 30, 'So many days, today with them; 1 by default')) }),
    output: Type.Object({
      now: Span,
      /** The same hours a week before; of more than seven days, as many days before. */
      before: Span,
      members: Type.Object({
        active: Type.Integer(),
        endInDay: Type.Integer(),
        endInWeek: Type.Integer(),
        endedInWeek: Type.Integer(),
        /** At the end of the day as many days before, where it was counted. */
        activeBefore: Maybe(Type.Integer()),
        countedAt: Moment(),
      }),
      methods: Rows(Method),
      waits: Rows(Waits),
      silentProviders: Rows(Since, 'Every provider answers.'),
      nodesDown: Rows(Since, 'Every node answers.'),
      panelsInTrouble: Type.Array(Type.String(), { none: 'none' }),
      sms: Type.Object({ left: Type.Integer(), total: Type.Integer(), refused: Type.Integer() }),
      benefitStock: Rows(Type.Object({ kind: Type.String(), free: Type.Integer() })),
      addressPools: Rows(Type.Object({ pool: Type.String(), free: Type.Integer(), total: Type.Integer() })),
      /** The last day on which the newest statement of the canary counts; null where there is none. */
      canaryGoodUntil: Maybe(Type.String()),
      /** When folded days were held against the books last, and on how many days they differ. */
      figures: Type.Object({ provedAt: MaybeMoment(), lastDay: Maybe(Type.String()), differing: Type.Integer() }),
    }),
  }),
  'figures.days': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Shows revenue and funnel of the last days (UTC), today with them. Days that are over were added up once and are proved against the books each night.',
    input: Input({ days: Type.Optional(Whole(1, 400, 'So many days; 30 by default')) }),
    output: Type.Object({
      days: Rows(
        Type.Object({
          day: Type.String(),
          revenue: Rows(Revenue),
          /** Null where it is not known, and without a step that is not: visits and unpaid orders were forgotten before they were counted. */
          funnel: Maybe(Type.Partial(Funnel)),
          isFolded: Type.Boolean(),
          differs: Type.Boolean(),
        }),
      ),
    }),
  }),
}
