import { changes, integration, unit } from './change.ts'

export const riskNumbers = [
  ...changes('server/modules/catalog/default-settings.ts', unit('server/modules/catalog/default-settings.test.ts'), [
    ['a commission of a new affiliate waits 45 days', 'days: 45', 'days: 44'],
    ['an affiliate is new for 3 months', 'months: 3', 'months: 4'],
    ['a commission of a card waits 60 days', 'days: 60', 'days: 59'],
    ['a commission of a card waits longer from half on', 'fromBps: 5_000', 'fromBps: 5_100'],
  ]),
  ...changes('shared/risk-rules.ts', unit('server/modules/risk/events.rules.test.ts'), [
    ['3 refunds after a payout are told', 'refunds: { orders: 3 }', 'refunds: { orders: 4 }'],
    ['3 refunds after a payout are told, not 2', 'refunds: { orders: 3 }', 'refunds: { orders: 2 }'],
    ['3 disputes are told', 'disputes: { orders: 3', 'disputes: { orders: 4'],
    ['3 disputes are told, not 2', 'disputes: { orders: 3', 'disputes: { orders: 2'],
    ['disputes are told from 5 % on', 'percent: 5 }', 'percent: 6 }'],
    ['disputes are told from 5 % on, not 4', 'percent: 5 }', 'percent: 4 }'],
    ['10 friends of a day are told', 'jump: { friends: 10 }', 'jump: { friends: 11 }'],
    ['10 friends of a day are told, not 9', 'jump: { friends: 10 }', 'jump: { friends: 9 }'],
  ]),
  ...changes('server/modules/risk/events.rules.ts', unit('server/modules/risk/events.rules.test.ts'), [
    ['a day is told with a third of its month', 'newPayersOfDay * 3', 'newPayersOfDay * 4'],
    ['a day is told with a third of its month, not a half', 'newPayersOfDay * 3', 'newPayersOfDay * 2'],
  ]),
  ...changes('server/modules/risk/signal-weights.rules.ts', unit('server/modules/risk/signal-weights.rules.test.ts'), [
    ['a trait ties from 50 on', 'linkingWeight = 50', 'linkingWeight = 51'],
    ['a trait ties from 50 on, not from 15', 'linkingWeight = 50', 'linkingWeight = 15'],
    ['a payout address weighs 95', 'payout: { now: 95', 'payout: { now: 94'],
    ['a payer weighs 90', 'payer: { now: 90', 'payer: { now: 89'],
    ['a device weighs 80', 'device: { now: 80', 'device: { now: 79'],
    ['a network weighs 15', 'network: { now: 15', 'network: { now: 50'],
  ]),
  ...changes(
    'server/modules/risk/signals.rules.ts',
    integration('risk/signals.test.ts', 'a signal lives 90 days, and 180 where a purchase can still be disputed'),
    [
      ['a trait is held against another for 90 days', 'signalDays = 90', 'signalDays = 89'],
      ['a trait is held against another for 90 days, not 91', 'signalDays = 90', 'signalDays = 91'],
      ['where money stands on it, for 180 days', 'moneySignalDays = 180', 'moneySignalDays = 179'],
      ['where money stands on it, for 180 days, not 181', 'moneySignalDays = 180', 'moneySignalDays = 181'],
    ],
  ),
  ...changes('shared/operator-limits.ts', unit('shared/operator-limits.test.ts'), [
    ['one operator gives back 2,000 yuan', 'refundCny: { default: 2_000', 'refundCny: { default: 2_001'],
    ['one operator gives back 300 dollars', 'refundUsd: { default: 300', 'refundUsd: { default: 301'],
    ['a limit of refunds is 20,000 yuan at most', 'to: 20_000', 'to: 20_001'],
    ['one operator moves a price by 30 %', 'pricePercent: { default: 30', 'pricePercent: { default: 31'],
    ['one operator promises 50 % off', 'promoPercent: { default: 50', 'promoPercent: { default: 51'],
    ['one operator makes 500 redeem codes a day', 'redeemCodes: { default: 500', 'redeemCodes: { default: 501'],
    ['support gives 31 days', 'giftDaysSupport: { default: 31', 'giftDaysSupport: { default: 32'],
    ['finance gives 366 days', 'giftDaysFinance: { default: 366', 'giftDaysFinance: { default: 367'],
    ['an owner gives 3,660 days', 'giftDaysOwner: { default: 3_660', 'giftDaysOwner: { default: 3_659'],
  ]),
  ...changes(
    'server/modules/audit/batches.queries.ts',
    integration('operators/refund-batch.operator.test.ts', 'counts all batches of a day'),
    [
      [
        'refunds of one operator count for a day',
        "\n      and a.at > now() - interval '1 day'",
        "\n      and a.at > now() - interval '25 hours'",
      ],
      [
        'refunds of one operator count for a day, not for none',
        "\n      and a.at > now() - interval '1 day'",
        "\n      and a.at > now() - interval '0 hours'",
      ],
    ],
  ),
  ...changes(
    'server/modules/affiliates/affiliates.rules.ts',
    unit('server/modules/affiliates/affiliates.rules.test.ts'),
    [
      ['a refused applicant waits 30 days', 'reapplyAfterDays = 30', 'reapplyAfterDays = 29'],
      ['an affiliate has 50 links', 'maxCampaigns = 50', 'maxCampaigns = 51'],
      ['an affiliate has 200 links ever', 'maxCampaignsEver = 200', 'maxCampaignsEver = 201'],
      ['a changed payout address waits 72 hours', 'payoutRestHours = 72', 'payoutRestHours = 71'],
    ],
  ),
  ...changes(
    'server/modules/operators/second-person.rules.ts',
    unit('server/modules/operators/second-person.rules.test.ts'),
    [
      ['an only owner waits 24 hours', 'aloneHours = 24', 'aloneHours = 23'],
      ['a proposal waits 7 days', 'proposalDays = 7', 'proposalDays = 8'],
    ],
  ),
  ...changes('server/modules/operators/operators.rules.ts', unit('server/modules/operators/operators.rules.test.ts'), [
    ['an operator is asked for a code again after 5 minutes', 'factorMinutes = 5', 'factorMinutes = 6'],
  ]),
]
