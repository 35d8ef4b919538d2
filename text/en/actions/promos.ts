import type { ActionTexts } from '#text/action-text.ts'

export const promos = {
  'promos.create': {
    label: 'Create a promo code',
    about: 'Creates a promo code. Without limits, it is valid for everyone and every plan.',
    second:
      'If the discount exceeds the limit, by default 50%, or if it is a fixed amount that exceeds that part of a price.',
    says: ['Would create the promo code {code}: {discount} off.', 'The promo code {code} is valid now.'],
    hints: {
      code: 'The promo code',
      percent: 'Discount in percent, 1–100',
      kind: 'A share of the price or a fixed amount',
      offCny: 'Off prices in yuan, such as 20.00; empty: not valid in yuan',
      offUsd: 'Off prices in dollars, such as 3.00; empty: not valid in dollars',
      note: 'Purpose, for operators',
      goods: 'Only for these plans',
      methods: 'Only for these payment methods',
      firstPurchase: 'Only for a first purchase',
      from: 'Start of validity',
      until: 'End of validity',
      maxUses: 'Maximum number of uses in total',
      maxPerUser: 'Maximum number of uses per account',
    },
    empty: {
      atMost: 'No limit on uses.',
      goods: 'every plan',
      methods: 'every payment method',
      from: 'now',
      until: 'no end',
      maxUses: 'no limit',
      maxPerUser: 'no limit',
    },
  },
  'promos.list': {
    label: 'Promo codes',
    about: 'Lists promo codes and how often they were used.',
    empty: { items: 'No promo codes yet.', until: 'never' },
  },
  'promos.disable': {
    label: 'Disable a promo code',
    about: 'Disables a promo code. Orders that already use it keep their price.',
    says: [
      'Would disable {code}. Open orders that keep their price: {openOrders}.',
      'Promo code {code} is disabled. Open orders that keep their price: {openOrders}.',
    ],
    hints: { code: 'The promo code' },
  },
  'redeem.create': {
    label: 'Create redeem codes',
    about: 'Creates a batch of redeem codes and shows them once. Nobody can read them again.',
    second:
      'If one operator creates more codes in a day than the limit, by default 500, or if the codes are worth more than the limit of a refund, by default ¥2,000 or $300.',
    hints: {
      name: 'Name of the batch',
      count: 'Number of codes',
      months: 'Months that each code gives',
      bonusDays: 'Additional days',
      devices: 'Number of devices',
      until: 'Last moment to redeem a code',
    },
    empty: { worth: 'No plan on sale is comparable.' },
  },
  'redeem.list': {
    label: 'Batches of redeem codes',
    about: 'Lists batches of redeem codes and how many were redeemed.',
    empty: { items: 'No batches yet.', until: 'never' },
  },
  'redeem.disable': {
    label: 'Cancel a batch',
    about: 'Cancels the unused codes of a batch. Redeemed codes keep their time.',
    says: [
      'Would cancel the batch “{name}”: {left} of {count} codes stop working. Redeemed codes that keep their time: {redeemed}.',
      'The batch “{name}” is cancelled: {left} of {count} codes stopped working. Redeemed codes that keep their time: {redeemed}.',
    ],
    hints: { name: 'Name of the batch' },
  },
} as const satisfies Partial<ActionTexts>
