import Type from 'typebox'
import { act, read } from './action.ts'
import { Flag, Input, Live, Maybe, MaybeMoment, Moment, Reason, Rows, Text, User, Whole } from './fields.ts'
import { must } from './must.ts'

const atMost = { must: must('must.wholeInAll', { least: 1, most: 3660 }) }

export const peopleActions = {
  'people.find': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Finds accounts by user id (also as "groups show" prints it), account name, email, phone or invite code; where none is exactly that, by how a name begins; for support and above also an email or phone.',
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
  }),
  'people.give-time': act({
    reach: { people: 'one', money: 'time', trust: 'none' },
    undo: { by: 'people.reverse-grant', chosen: ['grant'] },
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
  }),
  'people.block': act({
    reach: { people: 'one', money: 'none', trust: 'access' },
    undo: { by: 'people.unblock' },
    role: 'support',
    summary:
      'Blocks an account at once: every sign-in ends and none begins, every tunnel closes. Its owner reads why. What it bought stays. Its time keeps running, unless it is asked to stand still: then what ran is given back with the block.',
    input: Input({
      user: User,
      toldReason: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1_000,
          hint: 'TEXT',
          must: must('must.characters', { most: 1000 }),
          description: 'The user reads it, by mail and where they sign in',
        }),
      ),
      sayNothing: Type.Optional(Flag('States that the law forbids to say why: no mail goes out')),
      stopTime: Type.Optional(Flag('Has their time stand still while the block lasts')),
      reason: Reason('For the audit log; the user does not read it'),
    }),
    output: Type.Object({
      uid: Type.Integer(),
      signIns: Live(Type.Integer()),
      openOrders: Live(Type.Integer()),
      toldReason: Maybe(Type.String({ none: 'nothing' })),
      timeStops: Type.Boolean(),
      earnsOn: Type.Boolean(),
    }),
    says: [
      'Would block user {uid} (they read: {toldReason}): {signIns} sign-ins and all tunnels end; time stands still: {timeStops}; open orders: {openOrders}; an affiliate, who earns on and is paid until "affiliates suspend": {earnsOn}.',
      'Blocked user {uid} (they read: {toldReason}): {signIns} sign-ins and all tunnels have ended; time stands still: {timeStops}; open orders: {openOrders}; an affiliate, who earns on and is paid until "affiliates suspend": {earnsOn}.',
    ],
  }),
  'people.unblock': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { by: 'people.block' },
    role: 'support',
    summary:
      'Takes a block back: the user may sign in again, and tunnels open for the time that is left, with what stood still, where the block had it so. A mail tells them.',
    input: Input({ user: User, reason: Reason('For the audit log; the user does not read it') }),
    output: Type.Object({
      uid: Type.Integer(),
      since: Moment(),
      seconds: Live(Type.Integer()),
      memberUntil: Live(MaybeMoment({ none: 'never' })),
    }),
    says: [
      'User {uid}, blocked since {since}, would sign in again from now, and be told so; seconds of time given back: {seconds}; member until: {memberUntil}.',
      'User {uid}, blocked since {since}, may sign in again from now, and is told so; seconds of time given back: {seconds}; member until: {memberUntil}.',
    ],
  }),
}
