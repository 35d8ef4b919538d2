import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { act, edit, read } from './action.ts'
import {
  Flag,
  Fresh,
  Input,
  Live,
  MaybeMoment,
  Names,
  Nothing,
  OneOf,
  Reason,
  Rows,
  Text,
  TextFile,
  User,
  Said,
} from './fields.ts'
import { must } from './must.ts'

const Provider = Text({
  pattern: '^[a-z][a-z0-9-]{0,30}$',
  hint: 'NAME',
  must: must('must.panelName'),
})

export const tunnelActions = {
  'tunnels.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({ user: User }),
    output: Type.Object({
      uid: Type.Integer(),
      state: Type.String(),
      validUntil: MaybeMoment(),
      plan: Type.String(),
      maxDevices: Type.Integer(),
      subject: Type.String(),
      version: Type.Integer(),
      links: Type.Integer(),
      providers: Rows(
        Type.Object({
          provider: Type.String(),
          stands: Said(),
          failures: Type.Integer(),
          note: Said<Sentence | string>(),
        }),
      ),
    }),
  }),
  'tunnels.providers': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({
      providers: Rows(
        Type.Object({
          provider: Type.String(),
          kind: Type.String(),
          serves: Said<Sentence | string>(),
          open: Type.Integer(),
          waiting: Type.Integer(),
          oldest: Said<Sentence | string>(),
          failing: Type.Integer(),
          error: Said<Sentence | string>(),
          compared: MaybeMoment(),
          drift: Said<Sentence | string>(),
        }),
      ),
    }),
  }),
  'tunnels.set-provider': edit({
    reach: { people: 'everyone', money: 'none', trust: 'tunnels', varies: true },
    undo: { itself: true, ifNew: { by: 'tunnels.remove-provider' }, stays: 'secrets' },
    role: 'owner',
    stepUp: 'money',
    edits: ['provider'],
    input: Input({
      provider: Provider,
      kind: OneOf(['remnawave', 'marzban', 'webhook']),
      serves: Names('trial,paid', { picks: ['trial', 'paid'] }),
      file: Type.Optional(TextFile()),
      newFeedToken: Type.Optional(Flag),
    }),
    output: Type.Object({
      provider: Type.String(),
      change: Type.String(),
      origin: Type.String(),
      serves: Type.String(),
      feedToken: Fresh(Type.String()),
    }),
  }),
  'tunnels.remove-provider': act({
    reach: { people: 'everyone', money: 'none', trust: 'tunnels', varies: true },
    undo: { none: 'provider' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      provider: Provider,
      abandon: Type.Optional(Flag),
      reason: Reason,
    }),
    output: Type.Object({ provider: Type.String(), open: Live(Type.Integer()), unerased: Live(Type.Integer()) }),
  }),
  'tunnels.test-provider': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'support',
    input: Input({ provider: Provider }),
    output: Type.Object({ provider: Type.String(), says: Said() }),
  }),
  'tunnels.compare': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'support',
    input: Input({ provider: Provider }),
    output: Type.Object({
      provider: Type.String(),
      seen: Type.Integer(),
      missing: Type.Integer(),
      closures: Type.Integer(),
      other: Type.Integer(),
      unknown: Type.Integer(),
      waits: Type.Boolean({}),
      drifts: Rows(Type.Object({ uid: Type.Integer(), drift: Said(), next: Said() })),
    }),
  }),
  'tunnels.let-close': act({
    reach: { people: 'group', money: 'none', trust: 'none' },
    undo: { none: 'tunnels' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ provider: Provider, reason: Reason }),
    output: Type.Object({ provider: Type.String(), people: Type.Integer() }),
  }),
  'tunnels.apply': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'support',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({ uid: Type.Integer(), providers: Type.String() }),
  }),
  'tunnels.drop': act({
    reach: { people: 'one', money: 'none', trust: 'access' },
    undo: { none: 'tunnels' },
    role: 'support',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({ uid: Type.Integer(), providers: Type.String() }),
  }),
  'tunnels.rotate': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { none: 'oldLinks' },
    role: 'support',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({ uid: Type.Integer(), links: Type.Integer(), providers: Said<Sentence | string>() }),
  }),
}
