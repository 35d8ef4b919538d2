import Type from 'typebox'
import { read } from './action.ts'
import { InBoth, Input, Maybe, MaybeMoment, Moment, Rows, StatedSum, Sum, User } from './fields.ts'
import { ActRows, MoreOf, NoteRows, SegmentRows, TimeRows, TunnelRows } from './page-parts.ts'

export const personPageActions = {
  'people.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ user: User }),
    output: Type.Object({
      uid: Type.Integer(),
      inviteCode: Type.String(),
      language: Type.String(),
      registered: Moment(),
      memberUntil: MaybeMoment(),
      yearlyUntil: MaybeMoment(),
      maxDevices: Type.Integer(),
      blocked: MaybeMoment(),
      toldReason: Maybe(Type.String()),
      timeStops: Type.Boolean(),
      erase: MaybeMoment(),
      erased: Type.Boolean(),
      secondFactor: Type.Boolean(),
      recoveryCodes: Type.Integer(),
      broughtBy: Maybe(Type.Integer()),
      invited: Type.Integer(),
      invitedPaid: Type.Integer(),
      bonusSeconds: Type.Integer(),
      affiliate: Maybe(Type.String()),
      names: Rows(Type.Object({ kind: Type.String(), value: Type.String() })),
      passkeys: Rows(Type.Object({ name: Type.String(), made: Moment(), used: MaybeMoment() })),
      changes: Rows(
        Type.Object({
          id: Type.String(),
          kind: Type.String(),
          before: Type.String(),
          after: Type.String(),
          state: Type.String(),
          asked: Moment(),
          due: Moment(),
          confirmed: MaybeMoment(),
          ended: MaybeMoment(),
        }),
      ),
      sessions: Rows(
        Type.Object({
          id: Type.String(),
          platform: Type.String(),
          browser: Type.String(),
          system: Type.String(),
          started: Moment(),
          lastSeen: Moment(),
        }),
      ),
      signIns: Rows(
        Type.Object({ at: Moment(), platform: Type.String(), method: Type.String(), result: Type.String() }),
      ),
      devices: Rows(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          os: Type.String(),
          version: Type.String(),
          since: Moment(),
          used: Moment(),
        }),
      ),
      lifetime: Rows(Type.Object({ paid: StatedSum, back: StatedSum, lost: StatedSum })),
      segments: SegmentRows,
      time: TimeRows,
      orders: Rows(
        Type.Object({
          number: Type.String(),
          product: InBoth,
          total: Sum,
          method: Type.String(),
          status: Type.String(),
          back: StatedSum,
          made: Moment(),
          paid: MaybeMoment(),
        }),
      ),
      reviews: Rows(Type.Object({ id: Type.String(), order: Type.String(), reason: Type.String(), since: Moment() })),
      groups: Rows(
        Type.Object({
          group: Type.String(),
          product: InBoth,
          status: Type.String(),
          seat: Type.Integer(),
          state: Type.String(),
          ends: Moment(),
        }),
      ),
      invitations: Rows(
        Type.Object({ user: Type.Integer(), at: Moment(), verdict: Type.String(), outcome: Type.String() }),
      ),
      benefits: Rows(Type.Object({ kind: Type.String(), account: Type.String(), since: MaybeMoment() })),
      commissions: Rows(
        Type.Object({
          order: Type.String(),
          amount: Sum,
          state: Type.String(),
          booked: Moment(),
          heldUntil: Moment(),
          reserve: Sum,
          reserveUntil: MaybeMoment(),
        }),
      ),
      tunnels: TunnelRows,
      told: Rows(Type.Object({ at: Moment(), message: Type.String(), state: Type.String() })),
      notes: NoteRows,
      acts: ActRows,
      more: MoreOf,
    }),
  }),
}
