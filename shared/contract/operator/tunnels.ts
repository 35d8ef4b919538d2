import type { Sentence } from '../../sentence.ts'
import Type from 'typebox'
import { act, edit, read } from './action.ts'
import {
  type FieldNotes,
  Flag,
  Fresh,
  Input,
  Kept,
  Live,
  Maybe,
  MaybeMoment,
  Names,
  Nothing,
  OneOf,
  Reason,
  Rows,
  Secret,
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
  pick: 'panel',
})
const Kind = OneOf(['remnawave', 'marzban', 'webhook'])
const Address = (notes: FieldNotes) =>
  Text({
    hint: 'https://…',
    maxLength: 2_000,
    pattern: '^https?://[^\\s]+$',
    must: must('must.like', { example: 'https://panel.example' }),
    ...notes,
  })
const remnawave = { when: { kind: ['remnawave'] } }
const marzban = { when: { kind: ['marzban'] } }
const webhook = { when: { kind: ['webhook'] } }
const panel = { when: { kind: ['remnawave', 'marzban'] } }
const Inbounds = Type.Optional(Names('TAG', { ...marzban, rows: 'lines', advanced: true, holds: 'shop' }))

/** Settings of a panel or webhook. A secret that is left empty keeps its saved value. */
const connection = {
  url: Type.Optional(Address({ neededUnless: 'file' })),
  apiToken: Type.Optional(Secret(remnawave)),
  squads: Type.Optional(Names('UUID', { ...remnawave, rows: 'lines', holds: 'shop', neededUnless: 'file' })),
  username: Type.Optional(Text({ ...marzban, maxLength: 200, holds: 'shop', neededUnless: 'file' })),
  password: Type.Optional(Secret(marzban)),
  protocols: Type.Optional(
    Names('vless,trojan', { ...marzban, picks: ['vless', 'trojan', 'shadowsocks'], neededUnless: 'file' }),
  ),
  signingSecret: Type.Optional(Secret(webhook)),
  previousSecret: Type.Optional(OneOf(['keep', 'drop'], { ...webhook, advanced: true })),
  subscriptionUrl: Type.Optional(Address({ ...panel, advanced: true })),
  countDevices: Type.Optional(OneOf(['yes', 'no'], { ...remnawave, advanced: true })),
  webhookSecret: Type.Optional(Secret({ ...remnawave, advanced: true })),
  noWebhookSecret: Type.Optional(Type.Boolean({ ...remnawave, advanced: true })),
  vlessInbounds: Inbounds,
  trojanInbounds: Inbounds,
  shadowsocksInbounds: Inbounds,
}

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
      /** Address of the shop, which receives the webhooks of panels. The console may be at another host. */
      publicOrigin: Type.String(),
    }),
  }),
  'tunnels.set-provider': edit({
    reach: { people: 'everyone', money: 'none', trust: 'tunnels', varies: true },
    undo: { itself: true, ifNew: { by: 'tunnels.remove-provider' }, stays: 'secrets' },
    role: 'owner',
    stepUp: 'money',
    edits: ['provider'],
    input: Input({
      provider: Text({
        pattern: '^[a-z][a-z0-9-]{0,30}$',
        hint: 'NAME',
        must: must('must.panelName'),
      }),
      kind: Kind,
      serves: Names('trial,paid', { picks: ['paid', 'trial', 'none'] }),
      ...connection,
      newFeedToken: Type.Optional(Type.Boolean({ when: { kind: ['webhook'] } })),
      file: Type.Optional(TextFile({ advanced: true, secret: true })),
    }),
    output: Type.Object({
      provider: Type.String(),
      change: Kept(Type.Enum(['added', 'changed'])),
      origin: Type.String({ holds: 'shop' }),
      serves: Said(),
      /** Number of secrets that are set or replaced. */
      newSecrets: Type.Integer(),
      feedToken: Fresh(Type.String()),
    }),
  }),
  'tunnels.test-settings': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ provider: Provider, kind: Kind, ...connection }),
    output: Type.Object({ origin: Type.String(), works: Maybe(Type.Boolean()), says: Said() }),
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
    output: Type.Object({ uid: Type.Integer(), providers: Type.String({ holds: 'shop' }) }),
  }),
  'tunnels.rotate': act({
    reach: { people: 'one', money: 'none', trust: 'sign-ins' },
    undo: { none: 'oldLinks' },
    role: 'support',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({ uid: Type.Integer(), links: Type.Integer(), providers: Said<Sentence | string>() }),
  }),
}
