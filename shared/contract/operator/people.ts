import Type from 'typebox'
import { act, read } from './action.ts'
import { Input, MaybeMoment, Moment, Reason, Rows, Text, User, Whole } from './fields.ts'

const atMost = { must: 'a whole number from 1, and at most 3660 days in all' }

export const peopleActions = {
  'people.find': read({
    role: 'viewer',
    summary:
      'Finds accounts by user id (also as "groups show" prints it), account name, email, phone or invite code; where none is exactly that, by how a name, email or phone begins.',
    input: Input({ query: Text('What is known of the person') }),
    output: Type.Object({
      users: Rows(
        Type.Object({
          uid: Type.Integer(),
          inviteCode: Type.String({ title: 'invite code' }),
          language: Type.String(),
          registered: Moment(),
          memberUntil: MaybeMoment({ none: 'never' }),
        }),
      ),
      more: Type.Boolean(),
    }),
    was: 'find-user',
  }),
  'people.give-time': act({
    role: 'support',
    summary: 'Gives a user membership time, with a reason that the user sees in the ledger.',
    input: Input({
      user: User,
      days: Type.Optional(Whole(1, 3_660, 'Either days, hours or minutes', atMost)),
      hours: Type.Optional(Whole(1, 87_840, 'Either days, hours or minutes', atMost)),
      minutes: Type.Optional(Whole(1, 5_270_400, 'Either days, hours or minutes', atMost)),
      reason: Reason('The user reads it in the ledger of their time'),
    }),
    output: Type.Object({ uid: Type.Integer(), before: MaybeMoment({ none: 'never' }), after: Moment() }),
    says: [
      'Would move the expiry of user {uid} from {before} to {after}.',
      'Moved the expiry of user {uid} from {before} to {after}.',
    ],
    was: 'grant-time',
  }),
}
