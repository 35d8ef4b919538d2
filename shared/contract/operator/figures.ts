import Type from 'typebox'
import { read } from './action.ts'
import { Input, Maybe, MaybeMoment, Moment, Rows, Sum, Whole } from './fields.ts'

const Revenue = Type.Object({
  currency: Type.String(),
  provider: Type.String(),
  paid: Sum,
  refunded: Sum,
  lost: Sum,
  net: Sum,
  payments: Type.Integer(),
})
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
  /** A step is absent if some days of it are unknown: old visits and unpaid orders were deleted before being counted. */
  funnel: Type.Partial(Funnel),
})
/** `list`: read action that lists them. `count`: exact unless `isMore`. */
const Waits = Type.Object({
  what: Type.String(),
  list: Type.String(),
  count: Type.Integer(),
  isMore: Type.Boolean(),
  oldest: MaybeMoment(),
})
/** Payment attempts in the last 24 hours, compared with the seven days before. */
const Method = Type.Object({
  method: Type.String(),
  attempts: Type.Integer(),
  paid: Type.Integer(),
  attemptsBefore: Type.Integer(),
  paidBefore: Type.Integer(),
  /** Median seconds from attempt to payment, over the newest thousand payments of all methods; null without payments. */
  medianSeconds: Maybe(Type.Integer()),
})
const Since = Type.Object({ name: Type.String(), since: MaybeMoment() })

export const figureActions = {
  'today.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ days: Type.Optional(Whole(1, 30)) }),
    output: Type.Object({
      now: Span,
      /** Same hours one week earlier; for periods over seven days, the preceding period of equal length. */
      before: Span,
      members: Type.Object({
        active: Type.Integer(),
        endInDay: Type.Integer(),
        endInWeek: Type.Integer(),
        endedInWeek: Type.Integer(),
        /** Active members at the end of the day one period earlier, if it was counted. */
        activeBefore: Maybe(Type.Integer()),
        countedAt: Moment(),
      }),
      methods: Rows(Method),
      waits: Rows(Waits),
      silentProviders: Rows(Since),
      nodesDown: Rows(Since),
      panelsInTrouble: Type.Array(Type.String()),
      sms: Type.Object({ left: Type.Integer(), total: Type.Integer(), refused: Type.Integer() }),
      benefitStock: Rows(Type.Object({ kind: Type.String(), free: Type.Integer() })),
      addressPools: Rows(Type.Object({ pool: Type.String(), free: Type.Integer(), total: Type.Integer() })),
      /** Last day covered by the newest canary statement; null if there is none. */
      canaryGoodUntil: Maybe(Type.String()),
      /** Time of the last check of daily totals against the ledger, and number of days that differ. */
      figures: Type.Object({ provedAt: MaybeMoment(), lastDay: Maybe(Type.String()), differing: Type.Integer() }),
    }),
  }),
  'figures.days': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ days: Type.Optional(Whole(1, 400)) }),
    output: Type.Object({
      days: Rows(
        Type.Object({
          day: Type.String(),
          revenue: Rows(Revenue),
          /** Null or without a step if unknown: old visits and unpaid orders were deleted before being counted. */
          funnel: Maybe(Type.Partial(Funnel)),
          isFolded: Type.Boolean(),
          differs: Type.Boolean(),
        }),
      ),
    }),
  }),
}
