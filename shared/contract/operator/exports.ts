import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
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
  Maybe,
  MaybeMoment,
  Moment,
  Names,
  OneOf,
  Page,
  Text,
  Whole,
  Said,
} from './fields.ts'

/** Columns of each export list. `personal` columns identify or reach a person and must be requested explicitly. */
export const exportColumns = {
  orders: {
    plain: [
      'number',
      'uid',
      'plan',
      'months',
      'method',
      'currency',
      'price',
      'discount',
      'total',
      'status',
      'created',
      'paid',
    ],
    personal: [],
  },
  ledger: {
    plain: ['booked', 'source', 'reference', 'order', 'debit', 'credit', 'currency', 'amount'],
    personal: [],
  },
  people: { plain: ['uid', 'registered', 'language', 'yearlyUntil'], personal: ['account', 'email', 'phone'] },
  commissions: {
    plain: [
      'booked',
      'affiliate',
      'order',
      'type',
      'rate',
      'paid',
      'paidCurrency',
      'amountUsd',
      'settlement',
      'reserveUsd',
      'reserveUntil',
      'reserveSettlement',
    ],
    personal: [],
  },
  audit: { plain: ['at', 'operator', 'action', 'subject'], personal: [] },
} as const
export type ExportList = keyof typeof exportColumns
export const exportLists = Object.keys(exportColumns) as ExportList[]

const list = OneOf(['orders', 'ledger', 'people', 'commissions', 'audit'], 'What is written')
const File = Type.Object({
  id: Type.String(),
  list: Type.String(),
  columns: Type.Array(Type.String()),
  filters: Json<Record<string, string>>(),
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
    summary:
      'Has a list written as CSV, from one moment; "exports list" says how far it is. The file is yours alone and goes after 24 hours.',
    input: Input({
      list,
      columns: Type.Optional(
        Names('Only these columns, in this order; all that are not personal by default', 'NAME,NAME'),
      ),
      personal: Type.Optional(Flag('States that columns which name or reach a person are wanted')),
      from: Type.Optional(Day('Not before this day or time')),
      until: Type.Optional(Day('Before this day or time')),
      currency: Type.Optional(OneOf(currencies, 'Of orders and the ledger: only this currency')),
      status: Type.Optional(Text('Of orders: only these', { hint: 'STATUS' })),
      operator: Type.Optional(Text('Of the audit log: done by this operator', { hint: 'NAME' })),
      action: Type.Optional(Text('Of the audit log: only this action', { hint: 'NAME' })),
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
      personal: Type.Boolean(),
      hours: Type.Integer(),
      id: Fresh(Type.String()),
    }),
    says: [
      'Would write {list} with {columns}; personal: {personal}. The file stays for {hours} hours.',
      'Writing {list} as {id}: see "exports list". The file stays for {hours} hours.',
    ],
  }),
  'exports.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'finance',
    summary:
      'Lists your own files of the last 24 hours, the newest first: how many rows are written, or why a file was given up.',
    input: Input({ after: AfterId }),
    output: Page(File, 'You have no files.'),
  }),
  'exports.read': read({
    reach: { people: 'everyone', money: 'none', trust: 'data' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Reads a part of one of your own files, 5,000 rows each; the first begins with the names of the columns. Each time it takes a code; a file with columns that name or reach a person stands in the audit log, too.',
    input: Input({
      id: Id('exports list', 'The file'),
      part: Type.Optional(Whole(1, 1_000_000, 'Which part; the first by default')),
    }),
    output: Type.Object({
      part: Type.Integer(),
      next: Maybe(Type.Integer()),
      csv: Type.String({ file: 'text' }),
    }),
    saves: { file: 'csv' },
  }),
}
