import Type from 'typebox'
import type { Sentence } from '../../sentence.ts'
import { methods } from '../../method.ts'
import { orderStatuses } from '../../order-outcome.ts'
import { currencies } from '../../money.ts'
import { routedProviders } from '../../providers.ts'
import { settingNames } from '../../setting-names.ts'
import { act, edit, read } from './action.ts'
import {
  Day,
  Decimal,
  Input,
  Json,
  Live,
  MaybeMoment,
  Moment,
  Nothing,
  OneOf,
  Reason,
  Rows,
  Sum,
  Text,
  Kept,
  Said,
} from './fields.ts'

const Method = OneOf(methods)

export const settingActions = {
  'settings.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      settings: Rows(Type.Object({ setting: Kept(OneOf(settingNames)), value: Json() })),
      isOpen: Type.Boolean(),
    }),
  }),
  'settings.sentences': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      sentences: Rows(
        Type.Object({
          key: Kept(Type.String()),
          en: Type.String(),
          zh: Type.String(),
          ownEn: Type.Union([Type.String(), Type.Null()]),
          ownZh: Type.Union([Type.String(), Type.Null()]),
          names: Type.Array(Type.String()),
        }),
      ),
    }),
  }),
  'settings.set': edit({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'hosts',
      varies: true,
    },
    undo: { itself: true },
    role: 'owner',
    stepUp: 'money',
    edits: ['setting'],
    input: Input({
      setting: OneOf(settingNames),
      value: Text({ hint: 'JSON', holds: 'shop', maxLength: 180_000 }),
      reason: Reason,
    }),
    output: Type.Object({
      setting: Said<Sentence | string>(),
      changes: Rows(
        Type.Object({
          name: Said<Sentence | string>(),
          before: Said<Sentence | string>(),
          after: Said<Sentence | string>(),
        }),
      ),
    }),
  }),
  'notice.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({ en: Type.String(), zh: Type.String(), until: MaybeMoment() }),
  }),
  'notice.set': edit({
    reach: { people: 'everyone', money: 'none', trust: 'links', varies: true },
    undo: { itself: true, ifNew: { by: 'notice.clear' } },
    role: 'support',
    stepUp: 'money',
    edits: [],
    input: Input({
      en: Text({ holds: 'shop' }),
      zh: Text({ holds: 'shop' }),
      until: Type.Optional(Day),
    }),
    output: Type.Object({ en: Type.String(), zh: Type.String(), until: MaybeMoment() }),
  }),
  'notice.clear': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'notice.set', chosen: ['en', 'zh'] },
    role: 'support',
    input: Nothing,
    output: Type.Object({ en: Type.String() }),
  }),
}

export const shopActions = {
  'shop.switch': edit({
    reach: { people: 'everyone', money: 'none', trust: 'words' },
    undo: { itself: true },
    role: 'owner',
    stepUp: 'money',
    edits: [],
    input: Input({ state: OneOf(['open', 'closed']), reason: Reason }),
    output: Type.Object({
      state: Kept(OneOf(['open', 'closed'])),
      missing: Rows(Type.Object({ warning: Said() })),
    }),
  }),
}

export const rehearsalActions = {
  'rehearsals.show': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      prices: Rows(Type.Object({ price: Sum })),
      orders: Rows(
        Type.Object({
          number: Type.String(),
          user: Type.Integer(),
          total: Sum,
          method: Kept(Method),
          status: Kept(OneOf(orderStatuses)),
          made: Moment(),
          paid: MaybeMoment(),
        }),
      ),
    }),
  }),
  'rehearsals.set-price': edit({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true },
    role: 'owner',
    stepUp: 'money',
    edits: ['currency'],
    input: Input({ currency: OneOf(currencies), price: Decimal() }),
    output: Type.Object({ before: Sum, after: Sum }),
  }),
}

export const methodActions = {
  'methods.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      methods: Rows(Type.Object({ method: Method, state: Type.String(), openOrders: Type.Integer() })),
    }),
  }),
  'methods.pause': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'methods.resume' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ method: Method, reason: Reason }),
    output: Type.Object({ method: Type.String(), openOrders: Live(Type.Integer()), left: Kept(Type.String()) }),
  }),
  'methods.resume': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'methods.pause' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ method: Method, reason: Reason }),
    output: Type.Object({ method: Type.String(), left: Kept(Type.String()) }),
  }),
}

export const routeActions = {
  'routes.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      routes: Rows(
        Type.Object({
          method: Method,
          currency: Type.String(),
          provider: Type.String(),
          choices: Type.Array(Type.String()),
          configured: Type.String(),
        }),
      ),
    }),
  }),
  'routes.set': edit({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { itself: true },
    role: 'finance',
    stepUp: 'money',
    edits: ['method', 'currency'],
    input: Input({
      method: Method,
      currency: OneOf(currencies),
      provider: OneOf(routedProviders),
      reason: Reason,
    }),
    output: Type.Object({
      method: Type.String(),
      currency: Type.String(),
      before: Kept(Type.String()),
      after: Kept(Type.String()),
      openOrders: Live(Type.Integer()),
    }),
  }),
}
