import Type from 'typebox'
import { act, askFor } from './action.ts'
import { Fresh, Id, Input, Live, Maybe, MaybeMoment, Moment, OneOf, Reason, Sum, Text, User, Kept } from './fields.ts'
import { must } from './must.ts'

const audited = 'For the audit log; the user does not read it'

const reverseGrant = act({
  reach: { people: 'one', money: 'record', trust: 'none' },
  undo: { by: 'people.give-time' },
  role: 'finance',
  stepUp: 'money',
  summary:
    'Takes back a piece of time that was a present or came by a redeem code. What was paid for goes back with the money.',
  input: Input({
    user: User,
    grant: Id('people show', 'The piece of time'),
    reason: Reason('The user reads it in the ledger of their time'),
  }),
  output: Type.Object({
    uid: Type.Integer(),
    before: MaybeMoment({ none: 'never' }),
    after: Moment(),
    seconds: Type.Integer(),
    benefits: Type.Integer(),
  }),
  says: [
    'Would move the expiry of user {uid} from {before} to {after}; benefits that end: {benefits}.',
    'Moved the expiry of user {uid} from {before} to {after}; benefits that ended: {benefits}.',
  ],
})

export const personActs = {
  'people.end-sessions': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { none: 'signIns' },
    role: 'support',
    summary: 'Ends every sign-in of a person, or one. Time, devices and tunnels stay.',
    input: Input({
      user: User,
      session: Type.Optional(Id('people show', 'This one alone')),
      reason: Reason(audited),
    }),
    output: Type.Object({ uid: Type.Integer(), signIns: Type.Integer(), platforms: Kept(Type.Array(Type.String())) }),
    says: [
      'Would end {signIns} sign-ins of user {uid} on {platforms} now.',
      'Ended {signIns} sign-ins of user {uid} on {platforms}.',
    ],
  }),
  'people.unbind-device': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { none: 'signIns' },
    role: 'support',
    summary: 'Frees the place of a device, and ends its sign-ins and its link.',
    input: Input({ user: User, device: Id('people show', 'The device'), reason: Reason(audited) }),
    output: Type.Object({
      uid: Type.Integer(),
      name: Type.String(),
      before: Type.Integer(),
      after: Type.Integer(),
      limit: Type.Integer(),
    }),
    says: [
      'Would unbind {name} of user {uid}; devices: {before} → {after} of {limit}.',
      'Unbound {name} of user {uid}; devices: {before} → {after} of {limit}.',
    ],
  }),
  'people.reverse-grant': reverseGrant,
  'people.ask-reverse-grant': askFor('people.reverse-grant', reverseGrant, 'Asks for a piece of time to be taken back'),
  'people.reset-second-factor': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { by: 'people.stop-change' },
    role: 'support',
    except: 'finance',
    stepUp: 'money',
    second: 'No address of the user can be told of it.',
    summary:
      'Has the authenticator app, passkeys and recovery codes of a person go, who lost them. It waits 24 hours, 7 days where no address of theirs can be told; until then a link in each message stops it, and using the factor does, too. Then every sign-in ends.',
    input: Input({ user: User, reason: Reason(audited) }),
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
    says: [
      'Would end the second factor of user {uid} on {due}, with {passkeys} passkeys and {signIns} sign-ins; addresses that are told: {notified}.',
      'The second factor of user {uid} ends on {due}, with {passkeys} passkeys and {signIns} sign-ins, unless the person stops it; addresses that are told: {notified}.',
    ],
  }),
  'people.change-address': act({
    reach: { people: 'one', money: 'none', trust: 'addresses' },
    undo: { by: 'people.stop-change' },
    role: 'support',
    except: 'finance',
    stepUp: 'money',
    second: 'No address of the user can be told of it.',
    summary:
      'Has another email address or phone number take the place of a person’s, who lost theirs. The old one is told and can stop it for 24 hours; the new one confirms by a code, within 10 days.',
    input: Input({
      user: User,
      kind: OneOf(['email', 'phone'], 'Which of the two'),
      address: Text('The new one; a phone number with its country code', { holds: 'person' }),
      reason: Reason(audited),
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
    says: [
      'Would change the {kind} of user {uid} from {before} to {after} on {due}, once the new one has confirmed it; addresses that are told: {notified}.',
      'The {kind} of user {uid} changes from {before} to {after} on {due}, once the new one has confirmed it; addresses that are told: {notified}.',
    ],
  }),
  'people.stop-change': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'tellAgain' },
    role: 'support',
    summary: 'Stops a change of a second factor or an address that waits.',
    input: Input({ change: Id('people show', 'The change'), reason: Reason(audited) }),
    output: Type.Object({ uid: Type.Integer(), kind: Type.String() }),
    says: ['Would stop the change ({kind}) of user {uid}.', 'Stopped the change ({kind}) of user {uid}.'],
  }),
  'people.export-data': act({
    reach: { people: 'one', money: 'none', trust: 'data' },
    undo: { none: 'handedOut' },
    role: 'owner',
    stepUp: 'money',
    summary:
      'Writes all that is kept about a person into a file for them, the one that they can save in their account. It is handed out once and kept nowhere.',
    input: Input({ user: User, reason: Reason(audited) }),
    output: Type.Object({
      uid: Type.Integer(),
      rows: Live(Type.Integer()),
      data: Type.String({ file: 'text', fresh: true }),
    }),
    says: ['Would write {rows} rows about user {uid} into {file}.', 'Wrote {rows} rows about user {uid} into {file}.'],
    saves: { file: 'data' },
  }),
  'people.erase': act({
    reach: { people: 'one', money: 'none', trust: 'data' },
    undo: { none: 'ownerKeeps' },
    role: 'owner',
    stepUp: 'money',
    second: 'Always.',
    summary:
      'Has an account erased at the request of its owner, as they could themselves: every sign-in ends, and a sign-in within 7 days keeps it. A payout that is open then is paid or cancelled first. What money moved stays under a pseudonym, as the law has it.',
    input: Input({ user: User, reason: Reason(audited) }),
    output: Type.Object({
      uid: Type.Integer(),
      erase: Moment(),
      memberUntil: MaybeMoment({ none: 'never' }),
      signIns: Live(Type.Integer()),
      paidOrders: Type.Integer(),
      earned: Sum,
      notified: Type.Integer(),
    }),
    says: [
      'Would erase user {uid} on {erase}. Time until {memberUntil} and {earned} of commissions would be lost; records of paid orders stay: {paidOrders}.',
      'User {uid} is erased on {erase}, unless they sign in before. Time until {memberUntil} and {earned} of commissions are lost; records of paid orders stay: {paidOrders}.',
    ],
  }),
  'people.note': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'people.strike-note' },
    role: 'support',
    summary:
      'Writes a note about a person or an order, which operators alone read. It can be struck, not rewritten, and goes with the person.',
    input: Input({
      user: Type.Optional(User),
      order: Type.Optional(Text('Or number or id of exactly one order', { hint: 'NUMBER', holds: 'order' })),
      text: Type.String({
        minLength: 1,
        maxLength: 2_000,
        pattern: '\\S',
        hint: 'TEXT',
        must: must('must.characters', { most: 2000 }),
        description: 'The note',
        holds: 'person',
      }),
    }),
    output: Type.Object({ about: Type.String(), note: Fresh(Type.String()) }),
    says: ['Would write a note about {about}.', 'Wrote a note about {about}.'],
  }),
  'people.strike-note': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'note' },
    role: 'support',
    summary: 'Strikes a note: it stays to be read, with who struck it.',
    input: Input({ note: Id('people show', 'The note') }),
    output: Type.Object({ about: Type.String() }),
    says: ['Would strike the note about {about}.', 'Struck the note about {about}.'],
  }),
}
