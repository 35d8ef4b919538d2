import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Id, Input, Live, Maybe, MaybeMoment, Moment, Page, Reason, Rows, Sum } from './fields.ts'

const id = Id('cases.list', 'Of the case')

const Loss = Type.Object({
  uid: Type.Integer(),
  amount: Sum,
  paid: Sum,
  days: Type.Integer(),
  next: Live(Sum),
})

export const caseActions = {
  'cases.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Lists cases: people who share something that speaks against what is earned by them, the oldest first.',
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        since: Moment(),
        people: Type.Integer(),
        rules: Type.String(),
      }),
      'No case waits.',
    ),
  }),
  'cases.show': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
    summary: 'Shows one case: who, what they share, what was earned by them, and what taking it back would cost whom.',
    input: Input({ id }),
    output: Type.Object({
      id: Type.String(),
      state: Type.String(),
      since: Moment(),
      by: Maybe(Type.String()),
      reason: Maybe(Type.String()),
      events: Rows(
        Type.Object({
          rule: Type.String(),
          act: Type.String(),
          uid: Type.Integer(),
          inviter: Maybe(Type.Integer()),
          others: Type.String(),
          at: Moment(),
        }),
      ),
      moreEvents: Type.Integer(),
      traits: Rows(
        Type.Object({ trait: Type.String(), isFormer: Type.Boolean(), people: Type.String() }),
        'They share nothing any more that is kept.',
      ),
      earned: Rows(
        Type.Object({
          uid: Type.Integer(),
          inviter: Type.Integer(),
          order: Type.String(),
          amount: Sum,
          paid: Sum,
          held: Type.Boolean(),
        }),
        'Nothing was earned by them.',
      ),
      moreEarned: Type.Integer(),
      costs: Rows(
        Type.Object({ uid: Type.Integer(), amount: Sum, paid: Sum, days: Type.Integer() }),
        'Taking it back costs no one anything.',
      ),
    }),
  }),
  'cases.payers': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    summary:
      'Lists the cards, wallets and accounts at providers that the people of a case paid from, each once, those that several share first. Only keyed digests are known.',
    input: Input({ id }),
    output: Type.Object({
      payers: Rows(
        Type.Object({
          payer: Type.String(),
          people: Type.String(),
          lastSeen: Moment(),
          accounts: Type.Integer(),
          blocked: MaybeMoment({ none: 'no' }),
        }),
        'No payer of theirs is known.',
      ),
      morePayers: Type.Integer(),
    }),
  }),
  'cases.release': act({
    reach: { people: 'group', money: 'earnings', trust: 'none' },
    undo: { none: 'released' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Lets everything that waits in a case go on, as if nothing had been; no rule says the same of these people again. What is refused stays refused, and whom a suspended inviter brought is refused; commissions that rules hold of these wait for "commissions release".',
    input: Input({ id, reason: Reason() }),
    output: Type.Object({
      id: Type.String(),
      people: Type.Integer(),
      commissions: Type.Integer(),
      refused: Type.Integer(),
    }),
    says: [
      'Would count {people} referrals and release {commissions} commissions. Refused before, or because the inviter is suspended: {refused}.',
      'Counted {people} referrals and released {commissions} commissions. Refused before, or because the inviter is suspended: {refused}.',
    ],
  }),
  'cases.void': act({
    reach: { people: 'group', money: 'earnings', trust: 'none' },
    undo: { none: 'commission' },
    role: 'finance',
    stepUp: 'money',
    second: 'where more money goes back than one operator gives back of an order',
    summary:
      'Takes back everything that was earned by the people of a case, with a reason that affiliates read; whom an operator counted before is spared. What was paid out becomes a debt that the next payouts clear.',
    input: Input({ id, reason: Reason('Affiliates read it, and who loses bonus time') }),
    output: Type.Object({ id: Type.String(), people: Rows(Loss), amount: Sum, paid: Sum, spared: Type.Integer() }),
    says: [
      'Would take back {amount}; of it, paid out: {paid}. Counted before, and spared: {spared}.',
      'Took back {amount}; of it, paid out: {paid}. Counted before, and spared: {spared}.',
    ],
  }),
}
