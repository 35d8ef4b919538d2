import Type from 'typebox'
import { act, read } from './action.ts'
import { AfterId, Input, Live, MaybeMoment, Moment, Page, Reason, Rows, User } from './fields.ts'
import { must } from './must.ts'

const payer = Type.String({
  pattern: '^[0-9a-f]{16}$',
  hint: 'PAYER',
  must: must('must.listed'),
  description: 'A card, a wallet or an account at a provider, by the beginning of its keyed digest',
})

export const payerActions = {
  'payers.list': read({
    reach: { people: 'group', money: 'none', trust: 'data' },
    role: 'support',
    summary:
      'Lists the cards, wallets and accounts at providers that one person paid from, or those that are blocked, the newest first. Only keyed digests are known.',
    input: Input({ user: Type.Optional(User), after: AfterId }),
    output: Page(
      Type.Object({
        payer: Type.String(),
        lastSeen: MaybeMoment(),
        accounts: Type.Integer(),
        blocked: MaybeMoment({ none: 'no' }),
      }),
      'There is none.',
    ),
  }),
  'payers.block': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { by: 'payers.unblock' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Has money from a card, wallet or account at a provider wait for a person, no matter who pays with it: it buys nothing until it is given back or the block is lifted. What it bought before stays.',
    second: 'More than three accounts have paid by it.',
    input: Input({ payer, reason: Reason('For the audit log; the user does not read it') }),
    output: Type.Object({
      payer: Type.String(),
      accounts: Type.Integer(),
      people: Rows(
        Type.Object({
          uid: Type.Integer(),
          paid: Type.Integer(),
          waiting: Live(Type.Integer()),
          groups: Type.String(),
        }),
      ),
      morePeople: Type.Integer(),
      paid: Type.Integer(),
      waiting: Live(Type.Integer()),
      groups: Type.Integer(),
    }),
    says: [
      'Would block payer {payer}, by which {accounts} accounts have paid: {paid} orders stay paid, {waiting} wait to be paid, in {groups} open groups. What comes from it waits in the queue.',
      'Blocked payer {payer}, by which {accounts} accounts have paid: {paid} orders stay paid, {waiting} wait to be paid, in {groups} open groups. What comes from it waits in the queue.',
    ],
  }),
  'payers.unblock': act({
    reach: { people: 'group', money: 'record', trust: 'none' },
    undo: { by: 'payers.block' },
    role: 'finance',
    stepUp: 'money',
    summary:
      'Takes the block of a payer back. Money that waits because of it, and about which no one has decided, counts within seconds.',
    input: Input({ payer, reason: Reason('For the audit log; the user does not read it') }),
    output: Type.Object({ payer: Type.String(), since: Moment(), orders: Live(Type.Integer()) }),
    says: [
      'Would let payer {payer}, blocked since {since}, pay again; orders whose money would count: {orders}.',
      'Payer {payer}, blocked since {since}, may pay again; orders whose money counts: {orders}.',
    ],
  }),
}
