import Type from 'typebox'
import { deliveryStates, endpointStates, webhookEvents, webhookKinds } from '../../webhook-events.ts'
import { act, edit, read } from './action.ts'
import {
  AfterId,
  Flag,
  Fresh,
  Id,
  Input,
  Kept,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  Names,
  Nothing,
  OneOf,
  Page,
  Rows,
  Said,
  Text,
} from './fields.ts'
import { must } from './must.ts'
import type { Sentence } from '../../sentence.ts'

const endpointName = { pattern: '^[a-z][a-z0-9-]{0,30}$', hint: 'NAME', must: must('must.panelName') } as const
const Endpoint = Text({ ...endpointName, pick: 'endpoint' })
const Events = Names('EVENT,EVENT', { picks: webhookEvents })
const Fault = Said<Sentence | ''>()

const delivery = {
  id: Type.String(),
  endpoint: Maybe(Type.String()),
  event: OneOf(webhookKinds),
  state: OneOf(deliveryStates),
  at: Moment(),
  attempts: Type.Integer(),
  answerCode: Maybe(Type.Integer()),
  fault: Fault,
  nextAttempt: MaybeMoment(),
}

export const webhookActions = {
  'webhooks.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Nothing,
    output: Type.Object({
      endpoints: Rows(
        Type.Object({
          endpoint: Type.String(),
          /** Null if the stored address cannot be decrypted. */
          webhookAddress: Maybe(Type.String()),
          eventKinds: Kept(Type.Array(OneOf(webhookEvents))),
          withContact: Type.Boolean(),
          state: OneOf(endpointStates),
          waiting: Type.Integer(),
          delivered: MaybeMoment(),
          failingSince: MaybeMoment(),
          fault: Fault,
        }),
      ),
    }),
  }),
  'webhooks.add': act({
    reach: { people: 'group', money: 'none', trust: 'data', varies: true },
    undo: { by: 'webhooks.remove' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      endpoint: Text(endpointName),
      webhookAddress: Text({ hint: 'URL', holds: 'shop' }),
      eventKinds: Events,
      withContact: Type.Optional(Flag),
    }),
    output: Type.Object({
      endpoint: Type.String(),
      host: Type.String({ holds: 'shop' }),
      webhookSecret: Fresh(Type.String()),
    }),
  }),
  'webhooks.change': edit({
    reach: { people: 'group', money: 'none', trust: 'data', varies: true },
    undo: { itself: true },
    role: 'owner',
    stepUp: 'money',
    edits: ['endpoint'],
    input: Input({ endpoint: Endpoint, eventKinds: Events, withContact: Type.Optional(Flag) }),
    output: Type.Object({ endpoint: Type.String() }),
  }),
  'webhooks.rotate-secret': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'oldSecret' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ endpoint: Endpoint }),
    output: Type.Object({ endpoint: Type.String(), webhookSecret: Fresh(Type.String()), hours: Type.Integer() }),
  }),
  'webhooks.switch': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { itself: true, stays: 'eventsMeanwhile' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ endpoint: Endpoint, on: Type.Optional(Flag) }),
    output: Type.Object({ endpoint: Type.String(), state: OneOf(endpointStates), waiting: Live(Type.Integer()) }),
  }),
  'webhooks.remove': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'endpoint' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ endpoint: Endpoint }),
    output: Type.Object({ endpoint: Type.String(), waiting: Live(Type.Integer()) }),
  }),
  'webhooks.deliveries': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'owner',
    input: Input({
      endpoint: Type.Optional(Endpoint),
      state: Type.Optional(OneOf(deliveryStates)),
      event: Type.Optional(OneOf(webhookKinds)),
      after: AfterId,
    }),
    output: Page(Type.Object(delivery)),
  }),
  'webhooks.delivery': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'owner',
    input: Input({ id: Id }),
    output: Type.Object({
      ...delivery,
      messageId: Type.String(),
      ended: MaybeMoment(),
      payload: Type.String(),
      answer: Maybe(Type.String()),
    }),
  }),
  'webhooks.send-again': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'owner',
    input: Input({ id: Id }),
    output: Type.Object({ id: Type.String(), endpoint: Type.String(), event: OneOf(webhookKinds) }),
  }),
  'webhooks.test': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'owner',
    input: Input({ endpoint: Endpoint }),
    output: Type.Object({ endpoint: Type.String(), id: Fresh(Type.String()) }),
  }),
}
