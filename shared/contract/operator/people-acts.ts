import Type from 'typebox'
import { act } from './action.ts'
import { Fresh, Id, Input, MaybeMoment, Moment, Reason, Text, User } from './fields.ts'

const audited = 'For the audit log; the user does not read it'

export const personActs = {
  'people.end-sessions': act({
    role: 'support',
    summary: 'Ends every sign-in of a person, or one. Time, devices and tunnels stay.',
    input: Input({
      user: User,
      session: Type.Optional(Id('people show', 'This one alone')),
      reason: Reason(audited),
    }),
    output: Type.Object({ uid: Type.Integer(), signIns: Type.Integer(), platforms: Type.Array(Type.String()) }),
    says: [
      'Would end {signIns} sign-ins of user {uid} on {platforms} now.',
      'Ended {signIns} sign-ins of user {uid} on {platforms}.',
    ],
  }),
  'people.unbind-device': act({
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
  'people.reverse-grant': act({
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
  }),
  'people.note': act({
    role: 'support',
    summary:
      'Writes a note about a person or an order, which operators alone read. It can be struck, not rewritten, and goes with the person.',
    input: Input({
      user: Type.Optional(User),
      order: Type.Optional(Text('Or number or id of exactly one order', { hint: 'NUMBER' })),
      text: Type.String({
        minLength: 1,
        maxLength: 2_000,
        pattern: '\\S',
        hint: 'TEXT',
        must: 'at most 2000 characters',
        description: 'The note',
      }),
    }),
    output: Type.Object({ about: Type.String(), note: Fresh(Type.String()) }),
    says: ['Would write a note about {about}.', 'Wrote a note about {about}.'],
  }),
  'people.strike-note': act({
    role: 'support',
    summary: 'Strikes a note: it stays to be read, with who struck it.',
    input: Input({ note: Id('people show', 'The note') }),
    output: Type.Object({ about: Type.String() }),
    says: ['Would strike the note about {about}.', 'Struck the note about {about}.'],
  }),
}
