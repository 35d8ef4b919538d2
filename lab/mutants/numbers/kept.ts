import { changes, integration, unit } from './change.ts'

const decision = unit('scripts/kept-days.test.ts')

export const keptNumbers = [
  ...[
    ['an order that was never paid is kept 90 days', 'server/modules/orders/orders.rules.ts', 'unpaidOrderDays', 90],
    [
      'a transfer that means nothing is kept 180 days',
      'server/modules/chains/stray-limits.rules.ts',
      'idleTransferDays',
      180,
    ],
    ['where a buyer was sent is kept a day', 'server/modules/payments/query-schedule.rules.ts', 'watchDays', 1],
    ['an erased payer is known for 180 days', 'server/modules/referrals/referrals.rules.ts', 'formerPayerDays', 180],
    ['that someone was told is kept 400 days', 'server/modules/outbox/outbox.queries.ts', 'toldDays', 400],
    ['a message is put away for 90 days', 'shared/notice-days.ts', 'noticeDays', 90],
    [
      'a change of an account is kept 30 days',
      'server/modules/account-changes/account-changes.rules.ts',
      'changeDays',
      30,
    ],
    ['an alert is kept 90 days', 'server/modules/alerts/alerts.service.ts', 'alertDays', 90],
    ['a conversation is kept 180 days', 'shared/support-limits.ts', 'supportDays', 180],
    ['a message reopens a conversation within 14 days', 'shared/support-limits.ts', 'supportReopenDays', 14],
  ].flatMap(([what = '', file = '', name, days]) =>
    changes(String(file), decision, [[String(what), `${name} = ${days}`, `${name} = ${Number(days) + 1}`]]),
  ),
  ...changes(
    'shared/error-report.ts',
    integration('site/error-reports.test.ts', 'thirty days after they were last seen'),
    [
      ['an error is kept 30 days', 'errorReportDays = 30', 'errorReportDays = 31'],
      ['an error is kept 30 days, not 29', 'errorReportDays = 30', 'errorReportDays = 29'],
    ],
  ),
  ...changes(
    'server/modules/exports/exports.service.ts',
    integration('operators/exports.operator.test.ts', 'deleted after 24 hours'),
    [['a file of rows is kept 24 hours', 'exportHours = 24', 'exportHours = 25']],
  ),
  ...changes('server/modules/groups/seats.rules.ts', unit('server/modules/groups/group-refusals.rules.test.ts'), [
    ['a seat is its holder’s for 10 minutes', 'freeableAfterMinutes = 10', 'freeableAfterMinutes = 11'],
    ['the pause is an hour', 'minutes: 60', 'minutes: 61'],
    ['a seat is its holder’s for 10 minutes, not 9', 'freeableAfterMinutes = 10', 'freeableAfterMinutes = 9'],
  ]),
  ...changes(
    'server/modules/groups/seats.rules.ts',
    integration('groups/groups.pauses.test.ts', 'pauses for an hour after two seats'),
    [
      ['2 unpaid seats of a group, then a pause', 'unpaidSeats = { max: 2', 'unpaidSeats = { max: 3'],
      ['2 unpaid seats of a group, then a pause, not 1', 'unpaidSeats = { max: 2', 'unpaidSeats = { max: 1'],
    ],
  ),
  ...changes(
    'server/modules/orders/orders.rules.ts',
    integration('orders/orders.outlive.test.ts', 'a late attempt extends the window to ten minutes, once'),
    [
      ['a late attempt gets 10 minutes', 'lateAttemptMinutes = 10', 'lateAttemptMinutes = 9'],
      ['a late attempt gets 10 minutes, not 11', 'lateAttemptMinutes = 10', 'lateAttemptMinutes = 11'],
    ],
  ),
  ...changes('server/modules/mailings/mailings.rules.ts', unit('server/modules/mailings/mailings.rules.test.ts'), [
    ['news come once in 7 days', 'newsEveryDays = 7', 'newsEveryDays = 8'],
    ['news come once in 7 days, not 6', 'newsEveryDays = 7', 'newsEveryDays = 6'],
  ]),
  ...changes(
    'server/modules/membership/ends.queries.ts',
    integration('membership/ends.test.ts', 'is reminded a week before, a day before and at the end'),
    [
      [
        'an end is told 7 days before',
        "expires_at > now() + interval '5 days' and expires_at <= now() + interval '7 days'",
        "expires_at > now() + interval '5 days' and expires_at <= now() + interval '6 days'",
      ],
    ],
  ),
  ...changes(
    'server/modules/account-changes/account-changes.rules.ts',
    unit('server/modules/account-changes/account-changes.rules.test.ts'),
    [
      ['a change of an account waits 24 hours', 'const waitHours = 24', 'const waitHours = 23'],
      ['a change that no address can be told of waits a week', 'untoldWaitHours = 7 * 24', 'untoldWaitHours = 6 * 24'],
    ],
  ),
]
