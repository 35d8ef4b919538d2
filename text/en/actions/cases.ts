import type { ActionTexts } from '#text/action-text.ts'

export const cases = {
  'cases.list': {
    label: 'Cases',
    about:
      'Lists cases: people who have something in common that casts doubt on rewards earned through them. Oldest first.',
    empty: { items: 'No open cases.' },
  },
  'cases.show': {
    label: 'Show a case',
    about:
      'Shows a case: the people, what they have in common, what was earned through them, and whom taking it back would affect.',
    hints: { id: 'Number of the case' },
    empty: {
      traits: 'They no longer have anything in common that is stored.',
      earned: 'Nothing was earned through them.',
      costs: 'Taking it back costs nobody anything.',
    },
  },
  'cases.payers': {
    label: 'Payers of a case',
    about:
      'Lists the cards, wallets and provider accounts that the people of a case paid from, shared ones first. Only keyed digests are stored.',
    hints: { id: 'Number of the case' },
    empty: { payers: 'No payers are known.', blocked: 'no' },
  },
  'cases.block-payers': {
    label: 'Block all payers',
    about:
      'Blocks every card, wallet and provider account that the people of a case paid from, whoever pays with it: its money goes to review and buys nothing until it is refunded or the block is lifted. Earlier purchases are kept.',
    second: 'If more than three accounts have paid with them.',
    says: [
      'Would block {payers} payers, used by {accounts} accounts; {alreadyBlocked} are blocked already. {paidOrders} paid orders ({received} after refunds) stay paid; {openOrders} orders are unpaid, in {openGroups} open groups. New payments go to review.',
      'Blocked {payers} payers, used by {accounts} accounts; {alreadyBlocked} were blocked already. {paidOrders} paid orders ({received} after refunds) stay paid; {openOrders} orders are unpaid, in {openGroups} open groups. New payments go to review.',
    ],
    hints: { id: 'Number of the case' },
  },
  'cases.unblock-payers': {
    label: 'Unblock the payers of a case',
    about:
      'Unblocks the payers that were blocked together with a case; those that were blocked one by one stay blocked. Payments that waited because of the block and are undecided take effect within seconds.',
    says: [
      'Would unblock {payers} payers. Orders whose payment takes effect: {orders}.',
      'Unblocked {payers} payers. Orders whose payment takes effect: {orders}.',
    ],
    hints: { id: 'Number of the case' },
  },
  'cases.release': {
    label: 'Release all',
    about:
      'Grants everything that waits in a case, and stops the rules from reporting the same about these people again. Refused referrals stay refused, and referrals of a suspended inviter are refused; commissions held by rules for these must be released one by one.',
    says: [
      'Would count {people} referrals and release {commissions} commissions. Refused before, or because the inviter is suspended: {refused}.',
      'Counted {people} referrals and released {commissions} commissions. Refused before, or because the inviter is suspended: {refused}.',
    ],
    hints: { id: 'Number of the case' },
  },
  'cases.void': {
    label: 'Take all back',
    about:
      'Takes back everything earned through the people of a case, except referrals that an operator approved before. Affiliates see the reason. Amounts already paid out become a debt that the next payouts deduct.',
    second: 'If more money is taken back for an order than the limit of one operator.',
    says: [
      'Would take back {amount}, of which {paid} is paid out. Approved before and kept: {spared}.',
      'Took back {amount}, of which {paid} is paid out. Approved before and kept: {spared}.',
    ],
    hints: { id: 'Number of the case', reason: 'Affiliates and people who lose bonus time read this' },
  },
} as const satisfies Partial<ActionTexts>
