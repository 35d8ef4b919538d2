import Type from 'typebox'
import { alertChannels, alertKinds } from '../../alert-kinds.ts'
import { act, read } from './action.ts'
import {
  AfterId,
  Flag,
  Fresh,
  Id,
  Input,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  Nothing,
  OneOf,
  Page,
  Rows,
  Text,
  Kept,
} from './fields.ts'

const Kind = OneOf(alertKinds)
const Kinds = Type.Array(Kind, { hint: 'KIND,KIND', maxItems: alertKinds.length, uniqueItems: true })

export const alertActions = {
  'alerts.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Input({
      state: Type.Optional(OneOf(['open', 'acknowledged', 'past'])),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        kind: Kind,
        subject: Type.String(),
        level: Type.Integer(),
        detail: Maybe(Type.String()),
        measured: Maybe(Type.Integer()),
        outOf: Maybe(Type.Integer()),
        since: MaybeMoment(),
        opened: Moment(),
        lastSeen: Moment(),
        resolved: MaybeMoment(),
        acknowledged: MaybeMoment(),
        acknowledgedBy: Maybe(Type.String()),
        note: Maybe(Type.String()),
        toldTo: Type.Array(Type.String()),
      }),
    ),
  }),
  'alerts.count': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object({ openAlerts: Type.Integer() }),
  }),
  'alerts.acknowledge': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'reminder' },
    role: 'support',
    input: Input({
      alert: Type.Optional(Id),
      kind: Type.Optional(OneOf(alertKinds)),
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, hint: 'TEXT' })),
    }),
    output: Type.Object({ what: Kept(Type.String()), subject: Maybe(Type.String()), count: Live(Type.Integer()) }),
  }),
}

const Shown = {
  kinds: Rows(Type.Object({ kind: Kind, urgent: Type.Boolean(), mail: Type.Boolean(), webhook: Type.Boolean() })),
  mail: Maybe(Type.String()),
  webhook: Maybe(Type.String()),
  timeZone: Type.String(),
  quiet: Maybe(Type.String()),
  digest: Maybe(Type.String()),
  urgent: Type.Union([Type.Literal('at-once'), Type.Literal('waits')]),
  delivered: MaybeMoment({ live: true }),
  failingSince: MaybeMoment({ live: true }),
  error: Live(Maybe(Type.String())),
}

export const notificationActions = {
  'notifications.show': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    input: Nothing,
    output: Type.Object(Shown),
  }),
  'notifications.set': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true, stays: 'secrets' },
    role: 'viewer',
    input: Input({
      mail: Type.Optional(Kinds),
      webhook: Type.Optional(Kinds),
      timeZone: Type.Optional(Text({ hint: 'ZONE', pick: 'timeZone' })),
      quiet: Type.Optional(Text({ hint: 'FROM-UNTIL' })),
      digest: Type.Optional(Text({ hint: 'HH:MM' })),
      urgent: Type.Optional(OneOf(['at-once', 'waits'])),
      webhookAddress: Type.Optional(Text({ hint: 'URL', holds: 'shop' })),
      newSecret: Type.Optional(Flag),
      removeWebhook: Type.Optional(Flag),
    }),
    output: Type.Object({ ...Shown, webhookSecret: Fresh(Maybe(Type.String())) }),
  }),
  'notifications.test': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'viewer',
    input: Input({ channel: OneOf(alertChannels) }),
    output: Type.Object({ channel: Type.String() }),
  }),
}
