import Type from 'typebox'
import { alertChannels, alertKinds } from '../../alerts.ts'
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

const Kind = OneOf(alertKinds, 'What it is about')
const Kinds = (description: string) =>
  Type.Array(Kind, { hint: 'KIND,KIND', description, maxItems: alertKinds.length, uniqueItems: true })

export const alertActions = {
  'alerts.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary:
      'Lists what operators are told of, the newest first: what no one has acknowledged, what someone is at, or what is over. It resolves by itself once the cause is gone.',
    input: Input({
      state: Type.Optional(OneOf(['open', 'acknowledged', 'past'], 'Which of them; open by default')),
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
        /** Recipients with channel and time of the last message. */
        toldTo: Type.Array(Type.String(), { none: 'no one' }),
      }),
      'There is no such alert.',
    ),
  }),
  'alerts.count': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'viewer',
    summary: 'Counts the alerts that no one has acknowledged, up to 1,000.',
    input: Nothing,
    output: Type.Object({ openAlerts: Type.Integer() }),
  }),
  'alerts.acknowledge': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'reminder' },
    role: 'support',
    summary:
      'Says that you are at it: no one is reminded of it any more. What becomes worse than it was asks anew; what is over resolves by itself.',
    input: Input({
      alert: Type.Optional(Id('alerts list', 'One alert')),
      kind: Type.Optional(OneOf(alertKinds, 'All of a kind that no one has acknowledged')),
      note: Type.Optional(
        Type.String({ minLength: 1, maxLength: 1_000, hint: 'TEXT', description: 'For the other operators' }),
      ),
    }),
    output: Type.Object({ what: Kept(Type.String()), subject: Maybe(Type.String()), count: Live(Type.Integer()) }),
    says: ['Would acknowledge {count}: {what}.', 'Acknowledged {count}: {what}.'],
  }),
}

const Shown = {
  kinds: Rows(Type.Object({ kind: Kind, urgent: Type.Boolean(), mail: Type.Boolean(), webhook: Type.Boolean() })),
  /** Masked address of the current operator; null if there is none. */
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
    summary: 'Shows what you are told of, by what, and when; and whether your webhook takes it.',
    input: Nothing,
    output: Type.Object(Shown),
  }),
  'notifications.set': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: 'itself',
    role: 'viewer',
    summary:
      'Sets what you are told of, by what, and when. Only you set yours. Of one kind you get at most one message an hour, of an urgent one in ten minutes; no message names a person. A new webhook takes a code, and its secret is shown once. To be told of less takes a code, too, and is mailed to you.',
    input: Input({
      mail: Type.Optional(Kinds('What you are mailed about')),
      webhook: Type.Optional(Kinds('What your webhook is told of')),
      timeZone: Type.Optional(Text('Yours, like Europe/Berlin', { hint: 'ZONE' })),
      quiet: Type.Optional(Text('When you hear nothing, like 22:00-07:00; none', { hint: 'FROM-UNTIL' })),
      digest: Type.Optional(Text('All in one message a day, at this time; none', { hint: 'HH:MM' })),
      urgent: Type.Optional(OneOf(['at-once', 'waits'], 'What is urgent in quiet hours, and before the digest')),
      webhookAddress: Type.Optional(Text('Where a webhook goes, over https', { hint: 'URL', holds: 'shop' })),
      newSecret: Type.Optional(Flag('Another secret for the webhook; the one before counts no more')),
      removeWebhook: Type.Optional(Flag('No webhook any more')),
    }),
    output: Type.Object({ ...Shown, webhookSecret: Fresh(Maybe(Type.String())) }),
  }),
  'notifications.test': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'viewer',
    summary:
      'Sends you a sample, by mail or to your webhook. "notifications show" tells whether the webhook took it. One in a minute.',
    input: Input({ channel: OneOf(alertChannels, 'By what') }),
    output: Type.Object({ channel: Type.String() }),
    says: ['Would send you a sample by {channel}.', 'A sample is on its way by {channel}.'],
  }),
}
