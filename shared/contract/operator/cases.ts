import Type from 'typebox'
import { act, read } from './action.ts'
import { BlockReach } from './payers.ts'
import { AfterId, Id, Input, Live, Maybe, MaybeMoment, Moment, Page, Reason, Rows, Sum } from './fields.ts'

const id = { ...Id, pick: 'case' as const }

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
    input: Input({ after: AfterId }),
    output: Page(
      Type.Object({
        id: Type.String(),
        since: Moment(),
        people: Type.Integer(),
        rules: Type.String(),
      }),
    ),
  }),
  'cases.show': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'viewer',
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
          linked: Type.String(),
          at: Moment(),
        }),
      ),
      moreEvents: Type.Integer(),
      traits: Rows(Type.Object({ trait: Type.String(), isFormer: Type.Boolean(), people: Type.String() })),
      earned: Rows(
        Type.Object({
          uid: Type.Integer(),
          inviter: Type.Integer(),
          order: Type.String(),
          amount: Sum,
          paid: Sum,
          held: Type.Boolean(),
        }),
      ),
      moreEarned: Type.Integer(),
      costs: Rows(Type.Object({ uid: Type.Integer(), amount: Sum, paid: Sum, days: Type.Integer() })),
    }),
  }),
  'cases.payers': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({ id }),
    output: Type.Object({
      payers: Rows(
        Type.Object({
          payer: Type.String(),
          people: Type.String(),
          lastSeen: Moment(),
          accounts: Type.Integer(),
          blocked: MaybeMoment(),
        }),
      ),
      morePayers: Type.Integer(),
    }),
  }),
  'cases.block-payers': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { by: 'cases.unblock-payers' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ id, reason: Reason }),
    output: Type.Object({
      id: Type.String(),
      payers: Type.Integer(),
      alreadyBlocked: Type.Integer(),
      ...BlockReach.properties,
    }),
  }),
  'cases.unblock-payers': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { by: 'cases.block-payers', stays: 'countedMoney' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ id, reason: Reason }),
    output: Type.Object({ id: Type.String(), payers: Type.Integer(), orders: Live(Type.Integer()) }),
  }),
  'cases.release': act({
    reach: { people: 'group', money: 'earnings', trust: 'none' },
    undo: { none: 'released' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ id, reason: Reason }),
    output: Type.Object({
      id: Type.String(),
      people: Type.Integer(),
      commissions: Type.Integer(),
      refused: Type.Integer(),
    }),
  }),
  'cases.void': act({
    reach: { people: 'group', money: 'earnings', trust: 'none' },
    undo: { none: 'commission' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ id, reason: Reason }),
    output: Type.Object({ id: Type.String(), people: Rows(Loss), amount: Sum, paid: Sum, spared: Type.Integer() }),
  }),
}
