import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { languages } from '../../language.ts'
import { act, edit, read } from './action.ts'
import {
  AfterId,
  Flag,
  Fresh,
  Id,
  Input,
  Json,
  MaybeMoment,
  Moment,
  OneOf,
  Page,
  Reason,
  Rows,
  Text,
  Kept,
  Said,
  Maybe,
} from './fields.ts'
import { operatorRoles } from './roles.ts'

const name = Text('Of the operator')
const role = OneOf(operatorRoles, 'What they may do')
/** Opens the console once, where the operator sets their own secret and factor. */
const InvitationLink = Fresh(Type.String())

export const operatorAccountActions = {
  'operators.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists operators with their roles. `demo`: a name that was tried out; it cannot sign in.',
    input: Input({}),
    output: Type.Object({
      operators: Rows(
        Type.Object({
          name: Type.String(),
          role: Type.String(),
          state: Said<Sentence | string>(),
          address: Type.String(),
          since: Moment(),
          /** Authenticator app as second factor; false until an invitation is accepted. */
          app: Type.Boolean(),
          passkeys: Type.Integer(),
          signedIn: MaybeMoment(),
          lastAct: MaybeMoment({ none: 'never' }),
        }),
        'There is no operator; "operator create-first" makes the first owner.',
      ),
    }),
  }),
  'operators.invite': act({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: { by: 'operators.disable' },
    role: 'owner',
    stepUp: 'money',
    summary:
      'Makes an account for an operator, with a link by which they set their own secret and second factor, within 24 hours. For an account that was never used it makes a new link.',
    second: 'The role is finance or owner.',
    input: Input({ name, role }),
    output: Type.Object({
      name: Type.String(),
      role: Type.String(),
      renews: Type.Boolean(),
      invitationLink: InvitationLink,
    }),
  }),
  'operators.change': edit({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary: 'Gives an operator another role; their sign-ins end.',
    second: 'The new role is finance or owner, or it is another owner.',
    edits: ['name'],
    input: Input({ name, role }),
    output: Type.Object({ name: Type.String(), before: Kept(Type.String()), after: Kept(Type.String()) }),
    says: [
      'The role of {name} would change from {before} to {after}.',
      'The role of {name} changed from {before} to {after}.',
    ],
  }),
  'operators.reset-factor': act({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: { none: 'oldLinks' },
    role: 'owner',
    stepUp: 'money',
    summary:
      'Makes a link by which an operator who lost their secret or second factor sets new ones, within 24 hours; what they had opens nothing any more, and what they prepared is refused.',
    second: 'Always.',
    input: Input({ name, reason: Reason() }),
    output: Type.Object({ name: Type.String(), invitationLink: InvitationLink }),
  }),
  'operators.set-address': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: 'itself',
    role: 'viewer',
    stepUp: 'money',
    summary:
      'Sets where you are mailed when something waits for a second operator or operators change. Only you set yours; it is kept sealed, shown in part, and goes with your account.',
    input: Input({
      email: Type.Optional(Text('Your address', { hint: 'ADDRESS', holds: 'shop' })),
      language: Type.Optional(OneOf(languages, 'Of the mails')),
      remove: Type.Optional(Flag('No mails to you any more')),
    }),
    output: Type.Object({ address: Type.String(), language: Type.String() }),
    says: ['Would mail notices to: {address} ({language}).', 'Notices are mailed to: {address} ({language}).'],
  }),
  'operators.disable': act({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: { none: 'operator' },
    role: 'owner',
    stepUp: 'money',
    second: 'It is another owner.',
    summary: 'Ends an account for good. Histories go on naming it, and its name is never given again.',
    input: Input({ name, reason: Reason() }),
    output: Type.Object({ name: Type.String() }),
    says: ['Would disable {name}.', '{name} is disabled.'],
  }),
}

const id = Id('approvals list', 'The proposal')

export const approvalActions = {
  'approvals.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists what waits for a second operator, the oldest first.',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({ id: Type.String(), action: Type.String(), why: Said(), prepared: Type.String() }),
      'Nothing waits for a second operator.',
    ),
  }),
  'approvals.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Shows what was prepared, what it would have done then, and what it would do now.',
    input: Input({ id }),
    output: Type.Object({
      action: Type.String(),
      why: Said(),
      preparedBy: Type.String(),
      preparedAt: Moment(),
      /** Time when the affected owner vetoed their own removal. */
      stoppedAt: MaybeMoment(),
      input: Json<Record<string, unknown>>(),
      before: Json(),
      /** Current preview; null if it would be rejected now, with the reason in `refusal`. */
      now: Json(),
      refusal: Maybe(Said()),
      /** Current reason for needing two operators; null if one suffices or it would be rejected. */
      whyNow: Maybe(Said()),
    }),
  }),
  'approvals.grant': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'asGranted' },
    role: 'viewer',
    summary:
      'Does what another operator prepared. It takes the role that the action takes, and a code where the action asks for one.',
    input: Input({ id }),
    output: Type.Object({ action: Type.String(), input: Json<Record<string, unknown>>(), output: Json() }),
  }),
  'approvals.refuse': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'proposeAgain' },
    role: 'viewer',
    summary:
      'Ends a proposal, also one of your own. The owner whom a proposal would take away stops it so: then who prepared it cannot have it done alone.',
    input: Input({ id, reason: Reason() }),
    output: Type.Object({ action: Type.String(), outcome: Said() }),
    says: ['It would be: {outcome}.', '{outcome}.'],
  }),
}
