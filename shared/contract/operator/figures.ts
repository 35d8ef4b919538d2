import Type from 'typebox'
import { setupSteps } from '../../setup-steps.ts'
import { read } from './action.ts'
import { Input, Kept, Maybe, MaybeMoment, Moment, Nothing, Month, OneOf, Rows, Sum, Whole } from './fields.ts'

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
  /**
   * Counts of funnel steps. A step is absent if some of its days are unknown, because old visits and unpaid orders were
   * deleted before being counted.
   */
  funnel: Type.Partial(Funnel),
})
/**
 * Items that wait for an operator. `list`: read action that lists the waiting items. `count`: exact unless `isMore`.
 */
const Waits = Type.Object({
  what: Type.String(),
  list: Type.String(),
  count: Type.Integer(),
  isMore: Type.Boolean(),
  oldest: MaybeMoment(),
})
const Method = Type.Object({
  method: Type.String(),
  attempts: Type.Integer(),
  paid: Type.Integer(),
  attemptsBefore: Type.Integer(),
  paidBefore: Type.Integer(),
  medianSeconds: Maybe(Type.Integer()),
})
const Since = Type.Object({ name: Type.String(), since: MaybeMoment() })

export const figureActions = {
  'today.show': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ days: Type.Optional(Whole(1, 30)) }),
    output: Type.Object({
      now: Span,
      before: Span,
      members: Type.Object({
        active: Type.Integer(),
        endInDay: Type.Integer(),
        endInWeek: Type.Integer(),
        endedInWeek: Type.Integer(),
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
      canaryGoodUntil: Maybe(Type.String()),
      figures: Type.Object({ provedAt: MaybeMoment(), lastDay: Maybe(Type.String()), differing: Type.Integer() }),
    }),
  }),
  'setup.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Nothing,
    output: Type.Object({ steps: Rows(Type.Object({ step: Kept(OneOf(setupSteps)), isDone: Type.Boolean() })) }),
  }),
  'figures.months': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ months: Type.Optional(Whole(1, 37)) }),
    output: Type.Object({
      zone: Type.String(),
      /** Months, oldest first; the last one is still running. */
      months: Rows(
        Type.Object({
          month: Type.String(),
          isOver: Type.Boolean(),
          revenue: Rows(Revenue),
          members: Type.Object({
            atStart: Type.Integer(),
            atEnd: Type.Integer(),
            newcomers: Type.Integer(),
            renewed: Type.Integer(),
            ended: Type.Integer(),
          }),
        }),
      ),
    }),
  }),
  'figures.month-plans': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ month: Month }),
    output: Type.Object({ plans: Rows(Type.Object({ plan: Type.String(), ...Revenue.properties })) }),
  }),
  'figures.days': read({
    mayLag: true,
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ days: Type.Optional(Whole(1, 400)) }),
    output: Type.Object({
      days: Rows(
        Type.Object({
          day: Type.String(),
          revenue: Rows(Revenue),
          /**
           * Counts of funnel steps; null or absent if unknown, because old visits and unpaid orders were deleted before
           * being counted.
           */
          funnel: Maybe(Type.Partial(Funnel)),
          isFolded: Type.Boolean(),
          differs: Type.Boolean(),
        }),
      ),
    }),
  }),
}
