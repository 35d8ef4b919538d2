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

const Provider = Text('The name of a tunnel provider, like "panel-one"', {
  pattern: '^[a-z][a-z0-9-]{0,30}$',
  hint: 'NAME',
  must: must('must.panelName'),
})

export const tunnelActions = {
  'tunnels.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'support',
    summary:
      'Shows what a person may use: state, how long, how many devices, and the name that nodes and panels know them by.',
    input: Input({ user: User }),
    output: Type.Object({
      uid: Type.Integer(),
      state: Type.String(),
      validUntil: MaybeMoment({ none: 'never' }),
      plan: Type.String(),
      maxDevices: Type.Integer({ title: 'devices' }),
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
        'No tunnel provider has to know this person.',
      ),
    }),
  }),
  'tunnels.providers': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Lists the panels and receivers that open tunnels: whom they serve, how far behind they are, and why.',
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
          compared: MaybeMoment({ none: 'never' }),
          drift: Said<Sentence | string>(),
        }),
        'There is no tunnel provider.',
      ),
    }),
  }),
  'tunnels.set-provider': edit({
    reach: { people: 'everyone', money: 'none', trust: 'tunnels', when: 'someone has a membership that is running' },
    undo: 'itself',
    role: 'owner',
    stepUp: 'money',
    summary:
      'Adds or changes a panel or receiver that opens tunnels; its address and secrets are kept sealed. Every present member is told to it in batches.',
    edits: ['provider'],
    input: Input({
      provider: Provider,
      kind: OneOf(['remnawave', 'marzban', 'webhook'], 'What it is'),
      serves: Names('Whom it serves: trial, paid, both, or none to close everyone there', 'trial,paid'),
      file: Type.Optional(TextFile('Its settings as JSON, see docs/tunnels.md; without it those of before stay')),
      newFeedToken: Type.Optional(Flag('Of a webhook: a new token for the feed; the one of before opens nothing more')),
    }),
    output: Type.Object({
      provider: Type.String(),
      change: Type.String(),
      origin: Type.String(),
      serves: Type.String(),
      feedToken: Fresh(Type.String({ title: 'feed token' })),
    }),
  }),
  'tunnels.remove-provider': act({
    reach: { people: 'everyone', money: 'none', trust: 'tunnels', when: 'people are open there' },
    undo: { none: 'provider' },
    role: 'owner',
    stepUp: 'money',
    summary: 'Forgets a tunnel provider with its settings and everything that it was told.',
    input: Input({
      provider: Provider,
      abandon: Type.Optional(Flag('Even though people are open there: the panel is gone')),
      reason: Reason(),
    }),
    output: Type.Object({ provider: Type.String(), open: Live(Type.Integer()), unerased: Live(Type.Integer()) }),
    says: [
      'Tunnel provider {provider} would be forgotten; open there: {open}; erased and still known there: {unerased}.',
      'Tunnel provider {provider} is forgotten; open there: {open}; erased and still known there: {unerased}.',
    ],
  }),
  'tunnels.test-provider': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'support',
    summary:
      'Asks a tunnel provider whether address and credentials are right. A receiver gets a signed message of the type "test".',
    input: Input({ provider: Provider }),
    output: Type.Object({ provider: Type.String(), says: Said() }),
  }),
  'tunnels.compare': act({
    reach: { people: 'everyone', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'support',
    summary:
      'Compares everyone at a panel with what it was told, as is done daily, and mends what is otherwise. Users of others there are left alone. Many closures at once wait for tunnels let-close.',
    input: Input({ provider: Provider }),
    output: Type.Object({
      provider: Type.String(),
      seen: Type.Integer(),
      missing: Type.Integer(),
      closures: Type.Integer(),
      other: Type.Integer(),
      unknown: Type.Integer(),
      waits: Type.Boolean({ title: 'closures wait' }),
      drifts: Rows(
        Type.Object({ uid: Type.Integer(), drift: Said(), next: Said() }),
        'The panel has everyone as it was told.',
      ),
    }),
  }),
  'tunnels.let-close': act({
    reach: { people: 'group', money: 'none', trust: 'none' },
    undo: { none: 'tunnels' },
    role: 'owner',
    stepUp: 'money',
    summary:
      'Lets a panel take time or access from those who wait since a comparison found too many at once. Each is looked at once more first.',
    input: Input({ provider: Provider, reason: Reason() }),
    output: Type.Object({ provider: Type.String(), people: Type.Integer() }),
    says: [
      'Would have {provider} close or shorten {people} people as they stand here.',
      '{provider} will close or shorten {people} people as they stand here.',
    ],
  }),
  'tunnels.apply': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'sameContent' },
    role: 'support',
    summary: 'Tells every tunnel provider anew how a person stands, whatever it was told before.',
    input: Input({ user: User, reason: Reason() }),
    output: Type.Object({ uid: Type.Integer(), providers: Type.String() }),
    says: [
      'Would tell {providers} anew how user {uid} stands.',
      '{providers} will be told anew how user {uid} stands.',
    ],
  }),
  'tunnels.drop': act({
    reach: { people: 'one', money: 'none', trust: 'access' },
    undo: { none: 'tunnels' },
    role: 'support',
    summary: 'Ends the connections of a person that are open. Who may still connect comes back by itself.',
    input: Input({ user: User, reason: Reason() }),
    output: Type.Object({ uid: Type.Integer(), providers: Type.String() }),
    says: [
      'Open connections of user {uid} at {providers} would end.',
      'Open connections of user {uid} at {providers} will end.',
    ],
  }),
  'tunnels.rotate': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { none: 'oldLinks' },
    role: 'support',
    summary:
      'Puts another link in place of each link of a person, and has every panel renew what it gave them. What they had opens nothing any more; the person finds the new links in the account.',
    input: Input({ user: User, reason: Reason() }),
    output: Type.Object({ uid: Type.Integer(), links: Type.Integer(), providers: Said<Sentence | string>() }),
    says: [
      'Would renew {links} links of user {uid}, and what they have at {providers}.',
      'Renewed {links} links of user {uid}; what they have at {providers} follows.',
    ],
  }),
}
