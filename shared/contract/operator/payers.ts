import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Input, Live, MaybeMoment, Moment, Page, Reason, Rows, Sum, User } from './fields.ts'
import { must } from './must.ts'

const payer = Type.String({
  pattern: '^[0-9a-f]{16}$',
  hint: 'PAYER',
  must: must('must.listed'),
})

/** Accounts that a block of payers reaches, and their orders. */
export const BlockReach = Type.Object({
  accounts: Type.Integer(),
  people: Rows(
    Type.Object({
      uid: Type.Integer(),
      paidOrders: Type.Integer(),
      openOrders: Live(Type.Integer()),
      openGroups: Type.String(),
    }),
  ),
  morePeople: Type.Integer(),
  paidOrders: Type.Integer(),
  /** Money of the paid orders, after refunds: one sum for each currency. */
  received: Live(Type.Array(Sum)),
  openOrders: Live(Type.Integer()),
  openGroups: Type.Integer(),
})

export const payerActions = {
  'payers.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    input: Input({ user: Type.Optional(User), after: AfterId }),
    output: Page(
      Type.Object({
        payer: Type.String(),
        lastSeen: MaybeMoment(),
        accounts: Type.Integer(),
        blocked: MaybeMoment(),
      }),
    ),
  }),
  'payers.block': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { by: 'payers.unblock' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ payer, reason: Reason }),
    output: Type.Object({ payer: Type.String(), ...BlockReach.properties }),
  }),
  'payers.unblock': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { by: 'payers.block', stays: 'countedMoney' },
    role: 'finance',
    stepUp: 'money',
    input: Input({ payer, reason: Reason }),
    output: Type.Object({ payer: Type.String(), since: Moment(), orders: Live(Type.Integer()) }),
  }),
}
