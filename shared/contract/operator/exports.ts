import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { languages } from '../../language.ts'
import { currencies } from '../../money.ts'
import { act, read } from './action.ts'
import {
  AfterId,
  Day,
  Flag,
  Fresh,
  Id,
  Input,
  Json,
  Kept,
  Maybe,
  MaybeMoment,
  Moment,
  Month,
  Names,
  Nothing,
  OneOf,
  Page,
  Reason,
  Text,
  Whole,
  Said,
} from './fields.ts'
import { peopleFilters } from './people.ts'

const list = OneOf(['orders', 'accounting', 'ledger', 'people', 'commissions', 'audit'])
const File = Type.Object({
  id: Type.String(),
  list: Type.String(),
  columns: Type.Array(Type.String()),
  filters: Json<Record<string, string | number>>(),
  state: Type.String(),
  failure: Maybe(Said<Sentence | string>()),
  rows: Type.Integer(),
  asked: Moment(),
  finished: MaybeMoment(),
  until: Moment(),
})

export const exportActions = {
  'exports.start': act({
    reach: { people: 'everyone', money: 'none', trust: 'data' },
    undo: { none: 'expires' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      list,
      columns: Type.Optional(Names('NAME,NAME', { picks: 'columns' })),
      personal: Type.Optional(Flag),
      month: Type.Optional(Month),
      from: Type.Optional(Day),
      until: Type.Optional(Day),
      currency: Type.Optional(OneOf(currencies)),
      status: Type.Optional(Text({ hint: 'STATUS' })),
      operator: Type.Optional(Text({ hint: 'NAME', pick: 'operator' })),
      action: Type.Optional(Text({ hint: 'NAME' })),
      ...peopleFilters,
    }),
    output: Type.Object({
      list: Type.String(),
      columns: Type.Array(Type.String()),
      from: Type.Optional(Moment()),
      until: Type.Optional(Moment()),
      currency: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
      operator: Type.Optional(Type.String()),
      action: Type.Optional(Type.String()),
      membership: Type.Optional(Kept(Type.String())),
      endsWithin: Type.Optional(Type.Integer()),
      plan: Type.Optional(Type.String()),
      paid: Type.Optional(Kept(Type.String())),
      blocked: Type.Optional(Kept(Type.String())),
      spokenIn: Type.Optional(Kept(Type.String())),
      personal: Type.Boolean(),
      hours: Type.Integer(),
      id: Fresh(Type.String()),
    }),
  }),
  'exports.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'finance',
    input: Input({ after: AfterId }),
    output: Page(File),
  }),
  'exports.show-mail': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'finance',
    input: Nothing,
    output: Type.Object({
      /** Masked, because every finance operator sees it. */
      address: Maybe(Type.String()),
      language: Maybe(Type.String()),
      state: Kept(Type.Enum(['none', 'unconfirmed', 'confirmed'])),
      by: Maybe(Type.String()),
      /** Last month that was mailed. */
      sent: Maybe(Type.String()),
      next: MaybeMoment(),
    }),
  }),
  'exports.set-mail': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { by: 'exports.end-mail', stays: 'mailsLeft' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      email: Text({ hint: 'ADDRESS', holds: 'shop' }),
      language: OneOf(languages),
      reason: Reason,
    }),
    output: Type.Object({ address: Type.String(), language: Type.String(), days: Type.Integer() }),
  }),
  'exports.end-mail': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'addressAgain' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ reason: Reason }),
    output: Type.Object({ address: Type.String() }),
  }),
  'exports.read': read({
    reach: { people: 'everyone', money: 'none', trust: 'data' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      id: Id,
      part: Type.Optional(Whole(1, 1_000_000)),
    }),
    output: Type.Object({
      part: Type.Integer(),
      next: Maybe(Type.Integer()),
      csv: Type.String({ file: 'text' }),
    }),
    saves: { file: 'csv' },
  }),
}
