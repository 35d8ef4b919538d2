import type { ActionTexts } from '#text/action-text.ts'

export const payers = {
  'payers.list': {
    label: 'Payers',
    about:
      'Lists the cards, wallets and provider accounts that a person paid from, or all blocked ones, newest first. Only keyed digests are stored.',
    empty: { items: 'None found.', blocked: 'no' },
  },
  'payers.block': {
    label: 'Block a payer',
    about:
      'Blocks a card, wallet or provider account, whoever pays with it: its money goes to review and buys nothing until it is refunded or the block is lifted. Earlier purchases are kept.',
    second: 'If more than three accounts have paid with it.',
    says: [
      'Would block payer {payer}, used by {accounts} accounts: {paidOrders} paid orders ({received} after refunds) stay paid; {openOrders} orders are unpaid, in {openGroups} open groups. New payments go to review.',
      'Blocked payer {payer}, used by {accounts} accounts: {paidOrders} paid orders ({received} after refunds) stay paid; {openOrders} orders are unpaid, in {openGroups} open groups. New payments go to review.',
    ],
    hints: { payer: 'Card, wallet or provider account: the first 16 characters of its keyed digest' },
  },
  'payers.unblock': {
    label: 'Unblock a payer',
    about: 'Unblocks a payer. Payments that waited because of the block and are undecided take effect within seconds.',
    says: [
      'Would unblock payer {payer}, blocked since {since}. Orders whose payment takes effect: {orders}.',
      'Unblocked payer {payer}, blocked since {since}. Orders whose payment takes effect: {orders}.',
    ],
    hints: { payer: 'Card, wallet or provider account: the first 16 characters of its keyed digest' },
  },
} as const satisfies Partial<ActionTexts>
