import Type from 'typebox'
import { act, read } from './action.ts'
import {
  AfterId,
  Decimal,
  Fresh,
  Id,
  Input,
  Kept,
  Maybe,
  MaybeMoment,
  Moment,
  Names,
  OneOf,
  Page,
  Rows,
  Said,
  Text,
  User,
  Whole,
} from './fields.ts'
import { must } from './must.ts'

const source = OneOf(['xboard', 'v2board', 'sspanel', 'csv'])
/**
 * Maximum length of an import file in base64, a third longer than its bytes. A browser sends at most 8 MB; larger files
 * need the command line.
 */
const mostFileCharacters = 54_000_000

const ImportId = { ...Id, pick: 'import' as const }

const counts = {
  people: Type.Integer(),
  orders: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  refused: Type.Integer(),
  reasons: Rows(Type.Object({ reason: Said(), rows: Type.Integer() })),
}
const oldPlans = Rows(Type.Object({ plan: Type.String(), name: Maybe(Type.String()), people: Type.Integer() }))

export const importActions = {
  'imports.add': act({
    reach: { people: 'none', money: 'none', trust: 'data' },
    undo: { by: 'imports.discard' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      source,
      file: Type.String({ minLength: 1, maxLength: mostFileCharacters, hint: 'FILE', file: 'base64', holds: 'person' }),
      origin: Type.Optional(
        Text({ pattern: '^[a-z][a-z0-9-]{0,30}$', hint: 'NAME', must: must('must.like', { example: 'old-shop' }) }),
      ),
      offset: Type.Optional(Text({ hint: '+08:00', must: must('must.like', { example: '+08:00' }) })),
      hash: Type.Optional(OneOf(['md5', 'md5salt', 'sha256', 'sha256salt', 'sha3salt'])),
      salt: Type.Optional(Text({ hint: 'SALT', holds: 'person' })),
    }),
    output: Type.Object({
      id: Fresh(Type.String()),
      source: Kept(Type.String()),
      origin: Type.String(),
      ...counts,
      unusedCards: Type.Integer(),
      plans: oldPlans,
    }),
  }),
  'imports.discard': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'addAgain' },
    role: 'owner',
    input: Input({ id: ImportId }),
    output: Type.Object({ id: Type.String(), origin: Type.String(), rows: Type.Integer() }),
  }),
  'imports.start': act({
    reach: { people: 'group', money: 'time', trust: 'access' },
    undo: { by: 'imports.undo', stays: 'importedJoined' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      id: ImportId,
      plans: Type.Optional(Names('OLD=PLAN,OLD=PLAN', { rows: 'oldPlans' })),
      neverMonths: Type.Optional(Whole(1, 600)),
      balancePerDay: Type.Optional(Decimal()),
      language: Type.Optional(OneOf(['en', 'zh-CN'])),
    }),
    output: Type.Object({
      id: Type.String(),
      origin: Type.String({ holds: 'shop' }),
      ...counts,
      members: Type.Integer(),
      banned: Type.Integer(),
      withoutPassword: Type.Integer(),
      passwordsOnce: Type.Integer(),
      balance: Type.String(),
      debts: Type.Integer(),
      creditPeople: Type.Integer(),
      creditDays: Type.Integer(),
    }),
  }),
  'imports.undo': act({
    reach: { people: 'group', money: 'time', trust: 'access' },
    undo: { none: 'addAgain' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ id: ImportId }),
    output: Type.Object({
      id: Type.String(),
      origin: Type.String({ holds: 'shop' }),
      people: Type.Integer(),
      joined: Type.Integer(),
    }),
  }),
  'imports.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        source: Kept(Type.String()),
        origin: Type.String(),
        state: Kept(Type.Enum(['read', 'running', 'done', 'undoing', 'undone'])),
        rows: Type.Integer(),
        doneTo: Type.Integer(),
        failure: Maybe(Type.String()),
        fileRead: Moment(),
        started: MaybeMoment(),
        ended: MaybeMoment(),
      }),
    ),
  }),
  'imports.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Input({ id: ImportId }),
    output: Type.Object({
      id: Type.String(),
      source: Kept(Type.String()),
      origin: Type.String(),
      state: Kept(Type.Enum(['read', 'running', 'done', 'undoing', 'undone'])),
      rows: Type.Integer(),
      doneTo: Type.Integer(),
      failure: Maybe(Type.String()),
      ...counts,
      joined: Type.Integer(),
      unusedCards: Type.Integer(),
      plans: oldPlans,
    }),
  }),
  'imports.refused': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Input({ id: ImportId, afterRow: Type.Optional(Whole(1, 100_000_000)) }),
    output: Page(
      Type.Object({
        row: Type.Integer(),
        kind: Kept(Type.Enum(['plan', 'person', 'invite', 'order'])),
        oldId: Type.String(),
        reason: Said(),
      }),
    ),
  }),
  'imports.orders': read({
    reach: { people: 'one', money: 'none', trust: 'none' },
    role: 'support',
    input: Input({ user: User }),
    output: Type.Object({
      items: Rows(
        Type.Object({
          origin: Type.String(),
          number: Type.String(),
          plan: Type.String(),
          period: Type.String(),
          amount: Type.String(),
          status: Kept(Type.Enum(['unpaid', 'paid', 'cancelled'])),
          ordered: Moment(),
          paid: MaybeMoment(),
        }),
      ),
    }),
  }),
}
