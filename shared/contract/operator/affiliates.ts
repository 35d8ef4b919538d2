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
    summary: 'Lists applications to the affiliate programme that wait, the oldest first.',
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
      'No application waits.',
    ),
  }),
  'affiliates.approve': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'affiliates.suspend' },
    role: 'finance',
    summary: 'Takes an applicant into the affiliate programme.',
    input: Input({ user: User }),
    output: Decided,
    says: ['Would take the application of {uid}.', '{uid} is an affiliate from now on.'],
  }),
  'affiliates.reject': act({
    reach: { people: 'one', money: 'none', trust: 'none' },
    undo: { none: 'application' },
    role: 'finance',
    summary: 'Declines an application, with a reason that the applicant reads.',
    input: Input({ user: User, reason: Reason('The applicant reads it') }),
    output: Decided,
    says: ['Would decline the application of {uid}.', '{uid} is declined.'],
  }),
  'affiliates.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Lists affiliates, the newest first.',
    input: Input({ after: AfterUid }),
    output: Page(
      Type.Object({ uid: Type.Integer(), state: Type.String(), tier: Maybe(Type.String()), since: Moment() }),
      'There is no affiliate.',
    ),
  }),
  'affiliates.show': read({
    reach: { people: 'one', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Shows an affiliate: state, tier, the name that visitors are greeted with, and the links with their names, the oldest first.',
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
    summary:
      'Removes the name by which an affiliate greets visitors, or that of a link, with a reason that they read. A link is called by the end of its address from then on; it works and earns as before.',
    input: Input({
      user: User,
      link: Type.Optional(
        Text(
          'Of the link with this end of its address, behind the invite code; left out: the name that visitors are greeted with',
          { hint: 'LINK', holds: 'person' },
        ),
      ),
      reason: Reason('The affiliate reads it'),
    }),
    output: Type.Object({ uid: Type.Integer(), before: Type.String() }),
    says: [
      'Would remove the name "{before}" of {uid}.',
      'The name "{before}" of {uid} is removed, and they were told.',
    ],
  }),
  'affiliates.suspend': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'affiliates.resume' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Suspends an affiliate, with a reason that they read: they earn nothing at all, and nothing is paid to them.',
    input: Input({ user: User, reason: Reason('The affiliate reads it') }),
    output: Type.Object({ uid: Type.Integer(), rests: Live(Sum) }),
    says: [
      'Would suspend {uid}; what rests then: {rests}.',
      '{uid} is suspended: new orders earn nothing, settlements wait; what rests: {rests}.',
    ],
  }),
  'affiliates.resume': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'affiliates.suspend' },
    role: 'finance',
    summary: 'Lets a suspended affiliate go on.',
    input: Input({ user: User }),
    output: Decided,
    says: ['Would resume {uid}.', '{uid} is approved.'],
  }),
  'affiliates.set-tier': edit({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: 'itself',
    role: 'finance',
    stepUp: 'money',
    summary: 'Sets the tier of an affiliate for orders to come; `auto` leaves it to the terms.',
    edits: ['user'],
    input: Input({ user: User, tier: Text('Of the terms, or auto', { hint: 'ID|auto' }) }),
    output: Type.Object({ uid: Type.Integer(), before: Type.String(), after: Type.String() }),
    says: ['Would set the tier of {uid} from {before} to {after}.', 'The tier of {uid} is {after} from now on.'],
  }),
  'commissions.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary:
      'Lists the commissions of an affiliate and what took them back, the newest first. held: its hold is not over. review: kept out of settlements. payable: waits for the next one; whose hold ended last stands first, and what takes one back has its hold. settling: in one that is not paid. `reserve`: of the amount, what is paid later than the rest, less what refunds took from it.',
    input: Input({
      user: User,
      state: Type.Optional(OneOf(['held', 'review', 'payable', 'settling', 'paid'], 'Only these')),
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
      'There is no such commission.',
    ),
  }),
  'commissions.hold': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'commissions.release' },
    role: 'finance',
    summary: 'Keeps the commission of an order out of settlements, with a reason that the affiliate reads.',
    input: Input({ order: Order, reason: Reason('The affiliate reads it') }),
    output: Type.Object({ number: Type.String(), rows: Type.Integer() }),
    says: ['Would hold the commission of order {number}.', 'The commission of order {number} is under review.'],
  }),
  'commissions.release': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'commissions.hold' },
    role: 'finance',
    summary: 'Lets a commission under review go its way.',
    input: Input({ order: Order }),
    output: Type.Object({ number: Type.String(), rows: Type.Integer() }),
    says: ['Would release the commission of order {number}.', 'The commission of order {number} is released.'],
  }),
  'commissions.void': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { none: 'commission' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Takes the commission of an order back for good, with a reason that the affiliate reads. What was paid out becomes a debt that the next settlements clear.',
    input: Input({ order: Order, reason: Reason('The affiliate reads it') }),
    output: Type.Object({ number: Type.String(), uid: Type.Integer(), amount: Sum, paid: Sum, next: Live(Sum) }),
    says: [
      'Would take {amount} of order {number} back from {uid}; of it, paid out: {paid}. They would then have to come: {next}.',
      'Took {amount} of order {number} back from {uid}; of it, paid out: {paid}. They now have to come: {next}.',
    ],
  }),
  'referrals.held': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Lists referrals that someone must look at before they earn anything.',
    input: Input({ after: AfterUid }),
    output: Page(
      Type.Object({ uid: Type.Integer(), inviter: Type.Integer(), reason: Maybe(Type.String()), since: Moment() }),
      'No referral waits.',
    ),
  }),
  'referrals.release': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { none: 'released' },
    role: 'finance',
    summary: 'Counts a referral; what its purchases would have earned is earned now.',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), before: Kept(Type.String()) }),
    says: ['The referral of {uid} is {before}; it would be counted.', 'The referral of {uid} is counted.'],
  }),
  'referrals.refuse': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { by: 'referrals.release' },
    role: 'finance',
    summary: 'Refuses a referral; it earns nothing.',
    input: Input({ user: User }),
    output: Type.Object({ uid: Type.Integer(), before: Kept(Type.String()) }),
    says: ['The referral of {uid} is {before}; it would be refused.', 'The referral of {uid} is refused.'],
  }),
  'referrals.correct': act({
    reach: { people: 'one', money: 'earnings', trust: 'none' },
    undo: { none: 'commission' },
    role: 'finance',
    stepUp: 'money',
    second: 'where more money goes back than one operator gives back of an order',
    summary:
      'Corrects who brought a customer: someone else, or no one. What was earned by it is taken back for good, and what was paid out becomes a debt; who brought them from now on earns by what they buy from now on.',
    input: Input({
      user: User,
      inviter: Type.Optional(Text('Who brought them, like a user; left out: no one', { hint: 'UID', holds: 'user' })),
      reason: Reason('Who earned by it reads it'),
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
