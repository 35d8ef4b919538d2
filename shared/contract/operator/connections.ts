import Type from 'typebox'
import { connectionIds } from '../../connections.ts'
import { act, read } from './action.ts'
import { must } from './must.ts'
import { Flag, Input, Kept, Maybe, MaybeMoment, Nothing, OneOf, Reason, Rows, Said, Text, TextFile } from './fields.ts'

const Connection = OneOf(connectionIds)
const Leaked = Type.Optional(Flag)

export const connectionActions = {
  'connections.list': read({
    reach: { people: 'none', money: 'none', trust: 'none' },
    role: 'finance',
    input: Nothing,
    output: Type.Object({
      connections: Rows(
        Type.Object({
          connection: Type.String(),
          /** Kind of the service: payment, mail, sms or chain. */
          kind: Type.String(),
          /** Where the keys in use come from: environment, console, simulator or none. */
          source: Type.String(),
          isBroken: Type.Boolean(),
          missing: Rows(Type.String()),
          /** Last characters of account numbers at the provider, which are not secret. */
          ids: Rows(Type.Object({ setting: Type.String(), ending: Type.String() })),
          setBy: Maybe(Type.String()),
          setAt: MaybeMoment(),
          formerUntil: MaybeMoment(),
          succeededAt: MaybeMoment(),
          failedAt: MaybeMoment(),
          failure: Maybe(Type.String()),
          silentSince: MaybeMoment(),
          notifiedAt: MaybeMoment(),
          rejectedAt: MaybeMoment(),
          notifyUrl: Maybe(Type.String()),
        }),
      ),
      hasOwnRoutes: Type.Boolean(),
    }),
  }),
  'connections.set': act({
    reach: { people: 'everyone', money: 'none', trust: 'payees' },
    undo: { itself: true, ifNew: { by: 'connections.remove' }, stays: 'secrets' },
    role: 'owner',
    stepUp: 'money',
    input: Input({
      connection: Connection,
      values: TextFile({ secret: true }),
      leaked: Leaked,
      reason: Reason,
    }),
    output: Type.Object({
      connection: Kept(Connection),
      change: Said(),
      settings: Type.String({ holds: 'shop' }),
      /** Every field. Keys appear as digests. */
      changes: Rows(Type.Object({ name: Type.String(), before: Maybe(Type.String()), after: Maybe(Type.String()) })),
      formerKeys: Said(),
    }),
  }),
  'connections.remove': act({
    reach: { people: 'everyone', money: 'none', trust: 'payees' },
    undo: { none: 'addAgain' },
    role: 'owner',
    stepUp: 'money',
    input: Input({ connection: Connection, leaked: Leaked, reason: Reason }),
    output: Type.Object({ connection: Kept(Connection), formerKeys: Said() }),
  }),
  'connections.test': act({
    reach: { people: 'none', money: 'none', trust: 'none' },
    undo: { none: 'sent' },
    role: 'finance',
    input: Input({
      connection: Text({
        pattern: '^[a-z][a-z0-9:-]{0,60}$',
        hint: 'NAME',
        must: must('must.like', { example: 'stripe' }),
      }),
      phone: Type.Optional(Text({ hint: 'PHONE', holds: 'person' })),
    }),
    output: Type.Object({ connection: Kept(Type.String()), says: Said() }),
  }),
}
