import { changes, integration, unit } from './change.ts'

const settings = unit('server/modules/catalog/default-settings.test.ts')

export const salesNumbers = [
  ...changes(
    'server/modules/payments/payments.repo.ts',
    integration('payments/payments.races.test.ts', 'passes over an attempt'),
    [
      [
        'a poll passes over an attempt for a minute after its notification',
        "interval '1 minute')",
        "interval '2 minutes')",
      ],
    ],
  ),
  ...changes('server/modules/catalog/default-settings.ts', settings, [
    ['a trial lasts 15 minutes', 'trialMinutes: 15', 'trialMinutes: 16'],
    ['a trial of the invited lasts 180 minutes', 'invitedTrialMinutes: 180', 'invitedTrialMinutes: 181'],
    ['a trial waits 7 days for its first sign-in', 'trialArmedDays: 7', 'trialArmedDays: 8'],
    ['a purchase can be given back for 7 days', 'refundDays: 7', 'refundDays: 8'],
    ['a commission is held 14 days', 'holdDays: 14', 'holdDays: 13'],
    ['a payout is 100 dollars at least', 'minPayoutMinor: 10_000', 'minPayoutMinor: 9_999'],
    ['a first purchase earns 25 %', 'firstBps: 2_500', 'firstBps: 2_400'],
    ['a first purchase earns half in the middle tier', 'firstBps: 5_000', 'firstBps: 4_900'],
    ['a first purchase earns up to 100 %', 'firstBps: 10_000', 'firstBps: 9_900'],
    ['a renewal earns 20 %', 'renewalBps: 2_000,\n    },', 'renewalBps: 2_100,\n    },'],
    ['a renewal earns 20 % in the middle tier', '5_000, renewalBps: 2_000', '5_000, renewalBps: 2_100'],
    ['a renewal earns 25 % in the top tier', 'renewalBps: 2_500', 'renewalBps: 2_000'],
    ['the middle tier begins with 20 customers', 'fromPaidReferrals: 20', 'fromPaidReferrals: 21'],
    ['the top tier begins with 100 customers', 'fromPaidReferrals: 100', 'fromPaidReferrals: 101'],
    ['an inviter earns a tenth of the time', 'referRateBps: 1_000', 'referRateBps: 1_100'],
    ['a tenth is kept in reserve in the top tier', 'bps: 1_000, days', 'bps: 900, days'],
    ['a reserve is kept for 90 days', 'days: 90 }', 'days: 89 }'],
    ['a referral counts for 7 days', 'attributionDays: 7', 'attributionDays: 8'],
    ['a campaign is kept 7 days', 'days: 7,\n  cookieDomain', 'days: 8,\n  cookieDomain'],
    ['the release date', '2025.04.20', '2025.04.21'],
  ]),
  ...changes('simulators/demo/demo-catalog.ts', unit('simulators/demo/demo-catalog.test.ts'), [
    ['a plan of 3 months', 'months: 3,', 'months: 4,'],
    ['a plan of 24 months', 'months: 24', 'months: 36'],
  ]),
  ...changes('shared/payment-windows.ts', settings, [
    ['a group fills within 24 hours', 'groupHours = 24', 'groupHours = 48'],
  ]),
  ...changes('shared/payment-windows.ts', settings, [
    ['an order is paid within 30 minutes', 'paymentWindowMinutes = 30', 'paymentWindowMinutes = 31'],
    ['an order on a chain is paid within 60 minutes', 'chainWindowMinutes = 60', 'chainWindowMinutes = 61'],
  ]),
  ...changes('server/modules/orders/orders.rules.ts', unit('server/modules/orders/orders.rules.test.ts'), [
    ['an order on a chain has the longer time', "=== 'crypto' ? chainWindowMinutes", "=== 'card' ? chainWindowMinutes"],
  ]),
  ...changes(
    'server/modules/membership/membership.rules.ts',
    unit('server/modules/membership/membership.rules.test.ts'),
    [
      ['a yearly member has 12 months', 'months >= 12', 'months >= 11'],
      ['a yearly member has 12 months, not 13', 'months >= 12', 'months >= 13'],
    ],
  ),
  ...changes(
    'server/modules/redeem-codes/redeem-codes.rules.ts',
    unit('server/modules/redeem-codes/redeem-codes.rules.test.ts'),
    [['a redeem code has 80 bits', 'bytes.length !== 10', 'bytes.length !== 9']],
  ),
  ...changes(
    'server/modules/payments/payment-traces.service.ts',
    integration(
      'payments/payer-data.test.ts',
      'a notification is destroyed 180 days after the last fact about its order, and not a day earlier',
    ),
    [['what a provider sent is destroyed after 180 days', 'notificationDays = 180', 'notificationDays = 179']],
  ),
]
