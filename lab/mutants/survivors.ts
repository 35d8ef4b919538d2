/**
 * Mutant (changed code) that no unit test can or should detect, and why. `from` and `to` are as printed by `npm run lab
 * -- mutants`.
 */
type Reason = { readonly file: string; readonly from: string; readonly to: string; readonly why: string }

type Row = readonly [from: string, to: string, why: string]

const nothingDiffers: Readonly<Record<string, readonly Row[]>> = {
  'server/modules/accounts/masked-names.rules.ts': [
    ["''", '"Stryker was here!"', 'a text that is split always has a first part'],
  ],
  'server/modules/affiliates/affiliate-days.rules.ts': [
    ['one?.get', 'one.get', 'both lists are there; the types cannot say so'],
    ['other?.get', 'other.get', 'both lists are there; the types cannot say so'],
    ['minor > 0', 'minor >= 0', 'nothing is added up either way'],
    ['minor < 0', 'minor <= 0', 'of nothing, nothing went back'],
    ["' '", '""', 'affiliates and days are written equally long, and no dimension begins with another'],
  ],
  'server/modules/alerts/typed-times.rules.ts': [["known !== ''", 'true', 'what is no zone was thrown out before']],
  'server/modules/canary/canary.rules.ts': [['day === undefined', 'false', 'no day is no day of the calendar either']],
  'server/modules/catalog/catalog.rules.ts': [
    ['old !== undefined && next !== undefined', 'true', 'a comparison with a price that is not there is never true'],
    [
      'old !== undefined && next !== undefined',
      'old !== undefined || next !== undefined',
      'a comparison with a price that is not there is never true',
    ],
    ['old !== undefined', 'true', 'a comparison with a price that is not there is never true'],
    ['next !== undefined', 'true', 'a comparison with a price that is not there is never true'],
    ['row.currency === currency', 'row.currency !== currency', 'there are two currencies, and both are compared'],
    ['row.size === size', 'row.size !== size', 'there are two sizes, and both are compared'],
  ],
  'server/modules/chains/shown-state.rules.ts': [['left > 0n', 'left >= 0n', 'nothing is left either way']],
  'server/modules/chains/token-price.rules.ts': [['[]', '["Stryker was here"]', 'the first entry is left out']],
  'server/modules/chains/transfers.rules.ts': [
    ['topic !== undefined', 'true', 'what is missing does not match the pattern'],
    ['[]', '["Stryker was here"]', 'what is no transfer is none of that token either'],
  ],
  'server/modules/content/placeholders.rules.ts': [
    ["''", '"Stryker was here!"', 'the pattern that matched has its group'],
  ],
  'server/modules/groups/seats.rules.ts': [
    [
      'free + open',
      'free - open',
      'beside the creator, one free and one open seat, a group of three has none that is held',
    ],
  ],
  'server/modules/ledger/ledger.rules.ts': [
    ['change > 0', 'change >= 0', 'no change is split into nothing either way'],
    ['changeMinor > 0', 'changeMinor >= 0', 'a share of nothing is left out'],
    ['surplusMinor > 0', 'surplusMinor >= 0', 'a surplus of nothing was left out a line before'],
    ['amountMinor > 0', 'amountMinor >= 0', 'a commission is never nothing'],
  ],
  'server/modules/marketing/marketing.rules.ts': [["'USD'", '""', 'a decimal text does not show its currency']],
  'server/modules/membership/conversion.rules.ts': [
    ['[]', '["Stryker was here"]', 'what is no plan has no size, and so no price'],
    [
      'running.maxDevices < bought.maxDevices',
      'running.maxDevices <= bought.maxDevices',
      'the same size was decided a line before',
    ],
    [
      'BigInt(a.priceMinor) * BigInt(b.days) < BigInt(b.priceMinor) * BigInt(a.days)',
      'BigInt(a.priceMinor) * BigInt(b.days) <= BigInt(b.priceMinor) * BigInt(a.days)',
      'of two plans whose days cost the same either is the price',
    ],
    ['end > latest', 'true', 'grants end one after the other, and one of them runs'],
    ['end > latest', 'end >= latest', 'of two equal instants either is the later one'],
  ],
  'server/modules/membership/difference.rules.ts': [['more > 0n', 'more >= 0n', 'nothing more is 0 either way']],
  'server/modules/membership/membership.rules.ts': [
    ['b > a', 'b >= a', 'of two equal instants either is the later one'],
    ['entry.seconds < 0', 'entry.seconds <= 0', 'an entry of no seconds moves nothing'],
    ['reverses === null', 'false', 'no row is called null'],
    ['[]', '["Stryker was here"]', 'a row of that name, or without seconds, is none'],
    ["''", '"Stryker was here!"', 'no entry has that name'],
    [
      'all.filter(({ seconds }) => seconds < 0)',
      'all',
      'what gave time was undone a line before, and is not undone twice',
    ],
    ['seconds < 0', 'true', 'what gave time was undone a line before, and is not undone twice'],
    ['months !== null', 'true', 'no months are not twelve'],
  ],
  'server/modules/membership/time-ledger.rules.ts': [
    ['[]', '["Stryker was here"]', 'a text is no conversion, and names no order'],
  ],
  'server/modules/orders/orders.rules.ts': [['paidAt !== null', 'true', 'nothing is later than no instant']],
  'server/modules/payments/beijing-time.rules.ts': [['[]', '["Stryker was here"]', 'ten digits always hold pairs']],
  'server/modules/payments/fold-payments.rules.ts': [
    ['a.id < b.id', 'a.id <= b.id', 'each dispute is there once'],
    ['paymentKey(a) < paymentKey(b)', 'paymentKey(a) <= paymentKey(b)', 'each payment is there once'],
  ],
  'server/modules/payments/fold-refunds.rules.ts': [
    ['a.id < b.id', 'a.id <= b.id', 'each refund is there once'],
    ["''", '"Stryker was here!"', 'what has no number was left out before'],
    ['[]', '["Stryker was here"]', 'what is no fact says nothing about a refund'],
  ],
  'server/modules/payments/payments.rules.ts': [
    ['[]', '["Stryker was here"]', 'what has no amount is left out'],
    ['parts.at(-1)?.attemptId', 'parts.at(-1).attemptId', 'where parts come to too much there is one'],
    ["''", '"Stryker was here!"', 'where parts come to too much there is one'],
    ['attempt?.amountMinor', 'attempt.amountMinor', 'only payments of attempts that are known are folded'],
    ['attempt?.currency', 'attempt.currency', 'only payments of attempts that are known are folded'],
  ],
  'server/modules/payments/providers/alipay-report.rules.ts': [
    ["at(column) < at('created')", "at(column) <= at('created')", 'the time itself is not read'],
  ],
  'server/modules/payments/providers/alipay-wire.rules.ts': [
    ["'CNY'", '""', 'only the digits are read here'],
    [
      '/^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(\\.\\d+)?$/',
      '/\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(\\.\\d+)?$/',
      'with more in front, the first nineteen signs are no time',
    ],
  ],
  'server/modules/payments/providers/wechat-report.rules.ts': [
    ["''", '"Stryker was here!"', 'a text that is split always has a first part'],
    ["'CNY'", '""', 'only the digits are read here'],
  ],
  'server/modules/payments/reviews.rules.ts': [['until !== null', 'true', 'no instant is never a later one']],
  'server/modules/payments/sale.rules.ts': [
    ['matched.filter(({ isPart }) => isPart)', 'matched', 'where no payment fits alone, all that match are parts'],
    [
      "own.filter(({ kind }) => kind === 'refunded' || kind === 'refund_failed')",
      'own',
      'nothing goes back in between',
    ],
    ["kind === 'refunded' || kind === 'refund_failed'", 'true', 'nothing goes back in between'],
    ['minor <= 0 || !last', 'minor <= 0 && !last', 'less goes back only after something did'],
    ['minor <= 0', 'false', 'a step that loses nothing stays as it is'],
    ['minor <= 0', 'minor < 0', 'a step that loses nothing stays as it is'],
  ],
  'server/modules/payouts/payout-file.rules.ts': [
    ['one.id < other.id', 'one.id <= other.id', 'each payout is there once'],
    ["''", '"Stryker was here!"', 'it is no contract either, and a text that is split has a part'],
    ["'another cell'", '""', 'the seventh cell is the id by which the line was found'],
  ],
  'server/modules/payouts/payouts.rules.ts': [
    ['chain !== null', 'true', 'no chain is called null'],
    ['stand.restsUntil !== null', 'true', 'no instant is never a later one'],
    ['period.slice(0, 7)', 'period', 'a month and its first day lie alike between months'],
  ],
  'server/modules/payouts/reserves.rules.ts': [
    ['row.reserveUntil !== null', 'true', 'no instant is never a later one'],
  ],
  'server/modules/referrals/referrals.rules.ts': [
    ["''", '"Stryker was here!"', 'neither is a code of a referral, and a text that is split has a first part'],
    ['reason === null', 'false', 'no reason falls through and is handed on'],
  ],
  'server/modules/trial/trial.rules.ts': [
    ['claim?.minutes', 'claim.minutes', 'what waits is there; the types cannot say so'],
  ],
  'server/workflows/affiliates/figure-range.rules.ts': [
    ['end < last', 'end <= last', 'of two equal days either is the last one'],
  ],
  'server/workflows/payments/apply/decide-group-messages.rules.ts': [
    ['[]', '["Stryker was here"]', 'in a seat that is counted someone sits'],
    ['userId === null', 'false', 'in a seat that is counted someone sits'],
  ],
  'server/workflows/payments/apply/decide-messages.rules.ts': [['false', 'true', 'without a group it is not asked']],
  'server/workflows/payments/apply/decide-order.rules.ts': [
    ['payments.at(-1)?.attemptId', 'payments.at(-1).attemptId', 'an order that is short has a payment'],
  ],
  'server/workflows/payments/apply/decide-payment.rules.ts': [
    ['expiresAt !== null', 'true', 'without an instant the comparison is never true'],
    ['yearlyUntil !== null', 'true', 'without an instant the comparison is never true'],
  ],
  'server/workflows/payments/apply/decide-referral.rules.ts': [
    ['found === before', 'false', 'the same referral is written again'],
    ['reward?.kind', 'reward.kind', 'a bonus that is due was frozen'],
    ['[]', '["Stryker was here"]', 'what is no plan has no size, and so no price'],
  ],
  'server/modules/risk/events.rules.ts': [["'now'", '""', 'whatever is not former is now']],
  'server/modules/risk/signal-weights.rules.ts': [
    ['a.kind < b.kind', 'a.kind <= b.kind', 'of one kind and weight either is the first'],
  ],
  'shared/money.ts': [['numerator < 0n', 'numerator <= 0n', 'nothing has no sign']],
}

export const reasons: readonly Reason[] = Object.entries(nothingDiffers).flatMap(([file, rows]) =>
  rows.map(([from, to, why]) => ({ file, from, to, why: `nothing differs: ${why}` })),
)
