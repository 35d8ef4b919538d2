/** A change that no unit test can or should notice. `from` and `to` are as `npm run mutants` prints them. */
export type Reason = { readonly file: string; readonly from: string; readonly to: string; readonly why: string }

export const reasons: readonly Reason[] = [
  {
    file: 'server/modules/accounts/masked-names.rules.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'nothing differs: a text that is split always has a first part',
  },
  {
    file: 'server/modules/canary/canary.rules.ts',
    from: 'day === undefined',
    to: 'false',
    why: 'nothing differs: no day is no day of the calendar either',
  },
  {
    file: 'server/modules/chains/payment-state.rules.ts',
    from: 'left > 0n',
    to: 'left >= 0n',
    why: 'nothing differs: nothing is left either way',
  },
  {
    file: 'server/modules/chains/quote.rules.ts',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'nothing differs: the first entry is left out',
  },
  {
    file: 'server/modules/chains/transfers.rules.ts',
    from: 'topic !== undefined',
    to: 'true',
    why: 'nothing differs: what is missing does not match the pattern',
  },
  {
    file: 'server/modules/marketing/marketing.rules.ts',
    from: "'USD'",
    to: '""',
    why: 'nothing differs: a decimal text does not show its currency',
  },
  {
    file: 'server/modules/content/placeholders.rules.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'nothing differs: the pattern that matched has its group',
  },
  {
    file: 'server/modules/orders/orders.rules.ts',
    from: 'money.paidAt !== null',
    to: 'true',
    why: 'nothing differs: nothing is later than no instant',
  },
  {
    file: 'server/modules/payments/fact-reference.rules.ts',
    from: '/^(?:operator:)?(?:dispute|lost):(.*)$/',
    to: '/^(?:operator:)?(?:dispute|lost):(.*)/',
    why: 'nothing differs: the last group takes the rest of the line',
  },
  {
    file: 'server/modules/payments/providers/beijing-time.rules.ts',
    from: '[]',
    to: '["Stryker was here"]',
    why: 'nothing differs: ten digits always hold pairs',
  },
  {
    file: 'server/modules/payments/providers/wechat-bill.rules.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'nothing differs: a text that is split always has a first part',
  },
  {
    file: 'server/modules/payments/providers/wechat-bill.rules.ts',
    from: '-1',
    to: '+1',
    why: 'nothing differs: every column was found before',
  },
  {
    file: 'server/modules/payments/providers/wechat-bill.rules.ts',
    from: "'CNY'",
    to: '""',
    why: 'nothing differs: only the digits are read here',
  },
  {
    file: 'server/modules/referrals/referrals.rules.ts',
    from: "''",
    to: '"Stryker was here!"',
    why: 'nothing differs: neither is a code of a referral, and a text that is split has a first part',
  },
  {
    file: 'server/modules/referrals/referrals.rules.ts',
    from: 'reason === null',
    to: 'false',
    why: 'nothing differs: no reason falls through and is handed on',
  },
  {
    file: 'server/modules/settlements/settlements.rules.ts',
    from: 'chain !== null',
    to: 'true',
    why: 'nothing differs: no chain is called null',
  },
]
