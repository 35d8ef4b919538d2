import Type from 'typebox'
import { methods } from '../../method.ts'
import { currencies } from '../../money.ts'
import { act, edit, read } from './action.ts'
import { Day, Input, Json, Live, MaybeMoment, Nothing, OneOf, Reason, Rows, Text, Kept } from './fields.ts'

const Method = OneOf(methods, 'The way of paying')

export const settingActions = {
  'settings.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Shows the settings of the shop, as settings.json of the texts has them.',
    input: Nothing,
    output: Type.Object({ settings: Rows(Type.Object({ setting: Type.String(), value: Json() })) }),
  }),
  'settings.set': edit({
    reach: {
      people: 'everyone',
      money: 'none',
      trust: 'hosts',
      when: 'it changes mirrors or the chat, puts a link into the notice, or leads to a host to which it did not lead before',
    },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary: 'Gives one setting another value. Pages follow within seconds, without a restart.',
    edits: ['setting'],
    input: Input({
      setting: Text('One of those that "settings show" lists', { hint: 'NAME' }),
      value: Text('The new value as JSON; "settings show" has the present one', { hint: 'JSON', holds: 'shop' }),
      reason: Reason(),
    }),
    output: Type.Object({ setting: Type.String(), before: Json(), after: Json() }),
    says: ['Would change {setting} from {before} to {after}.', 'Changed {setting} from {before} to {after}.'],
  }),
  'notice.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Shows the notice above every page, as during maintenance.',
    input: Nothing,
    output: Type.Object({ en: Type.String(), zh: Type.String(), until: MaybeMoment({ none: 'it is taken away' }) }),
  }),
  'notice.set': edit({
    reach: { people: 'everyone', money: 'none', trust: 'links', when: 'it holds a link' },
    undo: { by: 'notice.clear' },
    role: 'support',
    stepUp: 'money',
    summary: 'Puts a notice above every page for visitors and customers, in both languages.',
    edits: [],
    input: Input({
      en: Text('In English, at most 200 characters', { holds: 'shop' }),
      zh: Text('In Chinese, at most 200 characters', { holds: 'shop' }),
      until: Type.Optional(Day('Goes by itself then; without it, it stays until it is taken away')),
    }),
    output: Type.Object({ en: Type.String(), zh: Type.String(), until: MaybeMoment({ none: 'it is taken away' }) }),
    says: ['Every page would say "{en}" or "{zh}" until {until}.', 'Every page says "{en}" or "{zh}" until {until}.'],
  }),
  'notice.clear': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'notice.set', chosen: ['en', 'zh'] },
    role: 'support',
    summary: 'Takes the notice above every page away.',
    input: Nothing,
    output: Type.Object({ en: Type.String() }),
    says: ['Would take away "{en}".', '"{en}" is gone.'],
  }),
}

export const methodActions = {
  'methods.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists the ways of paying that this deployment has an account for, and which of them are paused.',
    input: Nothing,
    output: Type.Object({
      methods: Rows(
        Type.Object({ method: Method, state: Type.String(), openOrders: Type.Integer() }),
        'No way of paying is set up.',
      ),
    }),
  }),
  'methods.pause': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'methods.resume' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Offers a way of paying no more, without a restart. What was begun by it can still be paid, and what arrives counts.',
    input: Input({ method: Method, reason: Reason() }),
    output: Type.Object({ method: Type.String(), openOrders: Live(Type.Integer()), left: Kept(Type.String()) }),
    says: [
      'Would offer {method} no more; {openOrders} open orders can still be paid by it; offered: {left}.',
      '{method} is offered no more; {openOrders} open orders can still be paid by it; offered: {left}.',
    ],
  }),
  'methods.resume': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { by: 'methods.pause' },
    role: 'finance',
    stepUp: 'money',
    summary: 'Offers a way of paying again.',
    input: Input({ method: Method, reason: Reason() }),
    output: Type.Object({ method: Type.String(), left: Kept(Type.String()) }),
    says: ['Would offer {method} again; offered: {left}.', '{method} is offered again; offered: {left}.'],
  }),
}

export const routeActions = {
  'routes.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists which provider takes each way of paying, and which others could.',
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
        'No way of paying is set up.',
      ),
    }),
  }),
  'routes.set': edit({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: 'itself',
    role: 'finance',
    stepUp: 'money',
    summary:
      'Sends new payments of a way of paying to another provider, without a restart. What was begun stays with its provider: notifications, queries and refunds go there.',
    edits: ['method', 'currency'],
    input: Input({
      method: Method,
      currency: OneOf(currencies, 'In which currency'),
      provider: OneOf(['alipay', 'wechat', 'unionpay', 'stripe'], 'Who takes it from now on'),
      reason: Reason(),
    }),
    output: Type.Object({
      method: Type.String(),
      currency: Type.String(),
      before: Kept(Type.String()),
      after: Kept(Type.String()),
      openOrders: Live(Type.Integer()),
    }),
    says: [
      'Would send {method} in {currency} to {after} in place of {before}; {openOrders} open orders go on where they were begun.',
      '{method} in {currency} goes to {after} in place of {before}.',
    ],
  }),
}
