import Type from 'typebox'
import { act, edit, read } from './action.ts'
import {
  AfterId,
  AfterUid,
  Input,
  Live,
  Maybe,
  MaybeMoment,
  Moment,
  OneOf,
  Order,
  Page,
  Reason,
  Rows,
  Sum,
  Text,
  User,
  Kept,
} from './fields.ts'

const Decided = Type.Object({ uid: Type.Integer() })

export const affiliateActions = {
  'affiliates.applications': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ after: AfterUid }),
    output: Page(
      Type.Object({
        uid: Type.Integer(),
        at: Moment(),
        channel: Type.String(),
        audience: Type.String(),
        /** Null for viewers, who must not see contact data. */
        contact: Maybe(Type.String()),
        message: Type.String(),
      }),
    ),
  }),
  'affiliates.approve': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'affiliates.suspend', stays: 'affiliate' },
    role: 'finance',
    input: Input({ user: User }),
    output: Decided,
  }),
  'affiliates.reject': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'application' },
    role: 'finance',
    input: Input({ user: User, reason: Reason }),
    output: Decided,
  }),
  'affiliates.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ after: AfterUid }),
    output: Page(
      Type.Object({ uid: Type.Integer(), state: Type.String(), tier: Maybe(Type.String()), since: Moment() }),
    ),
  }),
  'affiliates.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ user: User }),
    output: Type.Object({
      uid: Type.Integer(),
      state: Type.String(),
      tier: Maybe(Type.String()),
      since: Moment(),
      greeting: Maybe(Type.String()),
      campaigns: Rows(
        Type.Object({
          /** Campaign name after the invite code in the URL; empty for the plain link. */
          link: Type.String(),
          name: Type.String(),
          leadsTo: Type.String(),
          archived: Type.Boolean(),
        }),
      ),
    }),
  }),
  'affiliates.clear-name': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'affiliateName' },
    role: 'support',
    input: Input({
      user: User,
      link: Type.Optional(Text({ hint: 'LINK', holds: 'person' })),
      reason: Reason,
    }),
    output: Type.Object({ uid: Type.Integer(), before: Type.String() }),
  }),
  'affiliates.suspend': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'affiliates.resume', stays: 'suspension' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ user: User, reason: Reason }),
    output: Type.Object({ uid: Type.Integer(), rests: Live(Sum) }),
  }),
  'affiliates.resume': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'affiliates.suspend', stays: 'resumed' },
    role: 'finance',
    input: Input({ user: User }),
    output: Decided,
  }),
  'affiliates.set-tier': edit({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { itself: true },
    role: 'finance',
    stepUp: 'money',
    edits: ['user'],
    input: Input({ user: User, tier: Text({ hint: 'ID|auto' }) }),
    output: Type.Object({ uid: Type.Integer(), before: Type.String(), after: Type.String() }),
  }),
  'commissions.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({
      user: User,
      state: Type.Optional(OneOf(['held', 'review', 'payable', 'settling', 'paid'])),
      after: AfterId,
    }),
    output: Page(
      Type.Object({
        id: Type.String(),
        booked: Moment(),
        order: Type.String(),
        buyer: Type.String(),
        type: Type.String(),
        rate: Type.String(),
        amount: Sum,
        state: Type.String(),
        heldUntil: Moment(),
        reserve: Sum,
        reserveUntil: MaybeMoment(),
        review: Maybe(Type.String()),
        settlement: Maybe(Type.String()),
      }),
    ),
  }),
  'commissions.hold': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'commissions.release', stays: 'held' },
    role: 'finance',
    input: Input({ order: Order, reason: Reason }),
    output: Type.Object({ number: Type.String(), rows: Type.Integer() }),
  }),
  'commissions.release': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'commissions.hold', stays: 'holdReason' },
    role: 'finance',
    input: Input({ order: Order }),
    output: Type.Object({ number: Type.String(), rows: Type.Integer() }),
  }),
  'commissions.void': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { none: 'commission' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ order: Order, reason: Reason }),
    output: Type.Object({ number: Type.String(), uid: Type.Integer(), amount: Sum, paid: Sum, next: Live(Sum) }),
  }),
  'referrals.held': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    input: Input({ after: AfterUid }),
    output: Page(
      Type.Object({ uid: Type.Integer(), inviter: Type.Integer(), reason: Maybe(Type.String()), since: Moment() }),
    ),
  }),
  'referrals.release': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { none: 'released' },
    role: 'finance',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), before: Kept(Type.String()) }),
  }),
  'referrals.refuse': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'referrals.release', stays: 'referral' },
    role: 'finance',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), before: Kept(Type.String()) }),
  }),
  'referrals.correct': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { none: 'commission' },
    role: 'finance',
    stepUp: 'money',
    input: Input({
      user: User,
      inviter: Type.Optional(Text({ hint: 'UID', holds: 'user' })),
      reason: Reason,
    }),
    output: Type.Object({
      uid: Type.Integer(),
      inviterBefore: Maybe(Type.Integer()),
      inviterAfter: Maybe(Type.Integer()),
      amount: Sum,
      paid: Sum,
      days: Type.Integer(),
      inviters: Rows(
        Type.Object({
          uid: Type.Integer(),
          invitedBefore: Type.Integer(),
          invited: Type.Integer(),
          paidBefore: Type.Integer(),
          paid: Type.Integer(),
          next: Live(Sum),
        }),
      ),
    }),
  }),
}
