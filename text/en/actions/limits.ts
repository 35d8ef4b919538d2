import { operatorLimitNames, operatorLimitTable, type OperatorLimitName } from '#shared/operator-limits.ts'
import type { ActionTexts } from '#text/action-text.ts'

/** Explanation of each limit of a single operator, without its default value. */
export const meanings = {
  refundCny: 'Yuan that one operator may refund for one order',
  refundUsd: 'Dollars that one operator may refund for one order',
  pricePercent: 'Percent by which one operator may change a price in a day',
  promoPercent: 'Percent of discount that one operator may give by promo code',
  redeemCodes: 'Redeem codes that one operator may create in a day',
  giftDaysSupport: 'Days that support may give one user within 30 days',
  giftDaysFinance: 'Days that finance may give one user within 30 days',
  giftDaysOwner: 'Days that an owner may give one user within 30 days',
  giftPeople: 'Users to whom one operator may give time in a day',
  personActs:
    'Users whose address, sign-ins, devices, block or data one operator may change or export, or to whom they may send links to new websites, in a day',
} as const satisfies Readonly<Record<OperatorLimitName, string>>

const limitHints = Object.fromEntries(
  operatorLimitNames.map((name) => [name, `${meanings[name]}; default ${operatorLimitTable[name].default}`]),
) as Readonly<Record<OperatorLimitName, string>>

export const limits = {
  'limits.show': {
    label: 'Limits',
    about:
      'Shows what one operator may do alone, the default of each limit, and the range in which an owner can set it.',
  },
  'limits.change': {
    label: 'Change limits',
    about: 'Sets what one operator may do alone. Applies at once, also to proposals that were prepared before.',
    second: 'Always.',
    hints: { ...limitHints },
  },
} as const satisfies Partial<ActionTexts>
