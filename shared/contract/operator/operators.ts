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

const name = Text()
const existing = Text({ pick: 'operator' })
const role = OneOf(operatorRoles)
const InvitationLink = Fresh(Type.String())

export const operatorAccountActions = {
  'operators.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({}),
    output: Type.Object({
      operators: Rows(
        Type.Object({
          name: Type.String(),
          role: Type.String(),
          state: Said<Sentence | string>(),
          address: Type.String(),
          since: Moment(),
          /**
           * True if the operator has set up an authenticator app as second factor. Shown only to owners and on the
           * operator's own row; null for others, like the fields below.
           */
          app: Maybe(Type.Boolean()),
          passkeys: Maybe(Type.Integer()),
          signedIn: MaybeMoment(),
          lastAct: MaybeMoment(),
        }),
      ),
    }),
  }),
  'operators.invite': act({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: { by: 'operators.disable', stays: 'operatorName' },
    role: 'owner',
    stepUp: 'money',
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
    undo: { itself: true, stays: 'signIns' },
    role: 'owner',
    stepUp: 'money',
    edits: ['name'],
    input: Input({ name: existing, role }),
    output: Type.Object({ name: Type.String(), before: Kept(Type.String()), after: Kept(Type.String()) }),
  }),
  'operators.reset-factor': act({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: { none: 'oldLinks' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ name: existing, reason: Reason }),
    output: Type.Object({ name: Type.String(), invitationLink: InvitationLink }),
  }),
  'operators.set-address': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true },
    role: 'viewer',
    stepUp: 'money',
    input: Input({
      email: Type.Optional(Text({ hint: 'ADDRESS', holds: 'shop' })),
      language: Type.Optional(OneOf(languages)),
      remove: Type.Optional(Flag),
    }),
    output: Type.Object({ address: Type.String(), language: Type.String() }),
  }),
  'operators.disable': act({
    reach: { people: 'none', money: 'none', trust: 'operators' },
    undo: { none: 'operator' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ name: existing, reason: Reason }),
    /** `madeKeys`: valid API keys that the operator made and may have kept. */
    output: Type.Object({ name: Type.String(), madeKeys: Maybe(Type.String({ holds: 'shop' })) }),
  }),
}

const id = Id

export const approvalActions = {
  'approvals.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({ after: AfterId }),
    output: Page(Type.Object({ id: Type.String(), action: Type.String(), why: Said(), prepared: Type.String() })),
  }),
  'approvals.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ id }),
    output: Type.Object({
      action: Type.String(),
      why: Said(),
      preparedBy: Type.String(),
      preparedAt: Moment(),
      stoppedAt: MaybeMoment(),
      input: Json<Record<string, unknown>>(),
      before: Json(),
      now: Json(),
      refusal: Maybe(Said()),
      whyNow: Maybe(Said()),
    }),
  }),
  'approvals.grant': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'asGranted' },
    role: 'viewer',
    input: Input({ id }),
    output: Type.Object({ action: Type.String(), input: Json<Record<string, unknown>>(), output: Json() }),
  }),
  'approvals.refuse': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'proposeAgain' },
    role: 'viewer',
    input: Input({ id, reason: Reason }),
    output: Type.Object({ action: Type.String(), outcome: Said() }),
  }),
}
