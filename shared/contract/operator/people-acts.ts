import Type from 'typebox'
import { act, askFor } from './action.ts'
import { Fresh, Id, Input, Live, Maybe, MaybeMoment, Moment, OneOf, Reason, Sum, Text, User, Kept } from './fields.ts'
import { must } from './must.ts'

const reverseGrant = act({
  reach: { people: 'one', money: 'record', trust: 'none' },
  undo: { by: 'people.give-time', stays: 'benefits' },
  role: 'finance',
  stepUp: 'money',
  input: Input({
    user: User,
    grant: Id,
    reason: Reason,
  }),
  output: Type.Object({
    uid: Type.Integer(),
    before: MaybeMoment(),
    after: Moment(),
    seconds: Type.Integer(),
    benefits: Type.Integer(),
  }),
})

export const personActs = {
  'people.end-sessions': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { none: 'signIns' },
    role: 'support',
    input: Input({
      user: User,
      session: Type.Optional(Id),
      reason: Reason,
    }),
    output: Type.Object({ uid: Type.Integer(), signIns: Type.Integer(), platforms: Kept(Type.Array(Type.String())) }),
  }),
  'people.unbind-device': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { none: 'signIns' },
    role: 'support',
    input: Input({ user: User, device: Id, reason: Reason }),
    output: Type.Object({
      uid: Type.Integer(),
      name: Type.String(),
      before: Type.Integer(),
      after: Type.Integer(),
      limit: Type.Integer(),
    }),
  }),
  'people.reverse-grant': reverseGrant,
  'people.ask-reverse-grant': askFor('people.reverse-grant', reverseGrant),
  'people.reset-second-factor': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { by: 'people.stop-change', stays: 'untilDue' },
    role: 'support',
    except: 'finance',
    stepUp: 'money',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({
      uid: Type.Integer(),
      authenticator: Type.Boolean(),
      recoveryCodes: Type.Integer(),
      passkeys: Type.Integer(),
      signIns: Live(Type.Integer()),
      notified: Type.Integer(),
      due: Moment(),
      change: Fresh(Type.String()),
    }),
  }),
  'people.change-address': act({
    reach: { people: 'one', money: 'none', trust: 'addresses' },
    undo: { by: 'people.stop-change', stays: 'untilDue' },
    role: 'support',
    except: 'finance',
    stepUp: 'money',
    input: Input({
      user: User,
      kind: OneOf(['email', 'phone']),
      address: Text({ holds: 'person' }),
      reason: Reason,
    }),
    output: Type.Object({
      uid: Type.Integer(),
      kind: Type.String(),
      before: Maybe(Type.String()),
      after: Type.String(),
      notified: Type.Integer(),
      due: Moment(),
      lapses: Moment(),
      change: Fresh(Type.String()),
    }),
  }),
  'people.stop-change': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'tellAgain' },
    role: 'support',
    input: Input({ change: Id, reason: Reason }),
    output: Type.Object({ uid: Type.Integer(), kind: Type.String() }),
  }),
  'people.export-data': act({
    reach: { people: 'one', money: 'none', trust: 'data' },
    undo: { none: 'handedOut' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({
      uid: Type.Integer(),
      rows: Live(Type.Integer()),
      data: Type.String({ file: 'text', fresh: true }),
    }),
    saves: { file: 'data' },
  }),
  'people.erase': act({
    reach: { people: 'one', money: 'none', trust: 'data' },
    undo: { none: 'ownerKeeps' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({
      uid: Type.Integer(),
      erase: Moment(),
      memberUntil: MaybeMoment(),
      signIns: Live(Type.Integer()),
      paidOrders: Type.Integer(),
      earned: Sum,
      notified: Type.Integer(),
    }),
  }),
  'people.note': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'people.strike-note', stays: 'struck' },
    role: 'support',
    input: Input({
      user: Type.Optional(User),
      order: Type.Optional(Text({ hint: 'NUMBER', holds: 'order' })),
      text: Type.String({
        minLength: 1,
        maxLength: 2_000,
        pattern: '\\S',
        hint: 'TEXT',
        must: must('must.characters', { most: 2000 }),
        holds: 'person',
      }),
    }),
    output: Type.Object({ about: Type.String(), note: Fresh(Type.String()) }),
  }),
  'people.strike-note': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'note' },
    role: 'support',
    input: Input({ note: Id }),
    output: Type.Object({ about: Type.String() }),
  }),
}
