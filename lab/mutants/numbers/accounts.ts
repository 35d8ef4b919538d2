import { changes, integration, unit } from './change.ts'

export const accountNumbers = [
  ...changes('shared/account-rules.ts', unit('shared/account-rules.test.ts'), [
    ['a password has 8 characters', 'passwordMinimum = 8', 'passwordMinimum = 7'],
    ['a password has 8 characters, not 6', 'passwordMinimum = 8', 'passwordMinimum = 6'],
    ['a password has 8 characters, not 9', 'passwordMinimum = 8', 'passwordMinimum = 9'],
    ['a password has 128 characters at most', 'length > 128', 'length > 127'],
    ['a password has 128 characters at most, not 129', 'length > 128', 'length > 129'],
    ['an account name has 4 characters', '{4,32}', '{3,32}'],
    ['an account name has 4 characters, not 5', '{4,32}', '{5,32}'],
    ['an account name has 32 characters at most', '{4,32}', '{4,33}'],
    ['an account name has 32 characters at most, not 31', '{4,32}', '{4,31}'],
    ['a code has 6 digits', '[0-9]{6}', '[0-9]{5,6}'],
    ['a code has 6 digits, not 7', '[0-9]{6}', '[0-9]{6,7}'],
  ]),
  ...changes('server/modules/accounts/common-passwords.ts', unit('server/modules/accounts/common-passwords.test.ts'), [
    [
      '3,000 common passwords are refused',
      "dictionary['passwords-common'].map(String)",
      "dictionary['passwords-common'].map(String).slice(0, 2_999)",
    ],
  ]),
  ...changes('shared/account-rules.ts', unit('server/modules/accounts/invite-code.test.ts'), [
    ['an invite code has 8 characters', 'inviteCodeLength = 8', 'inviteCodeLength = 9'],
  ]),
  ...changes(
    'server/db/schema/01-accounts.sql',
    integration('accounts/lifetimes.test.ts', 'the database refuses a uid of eight or ten digits'),
    [
      ['a uid has 9 digits, and not 8', 'between 100000000 and', 'between 99999999 and'],
      ['a uid has 9 digits, and not 10', 'and 999999999)', 'and 1000000000)'],
    ],
  ),
  ...changes('server/platform/argon2.ts', integration('accounts/passwords.test.ts', 'argon2id of 19 MiB'), [
    ['a password is hashed with 19 MiB', 'memoryCost: 19_456', 'memoryCost: 19_455'],
    ['a password is hashed in 2 passes', 'timeCost: 2', 'timeCost: 1'],
  ]),
  ...changes(
    'server/modules/verification-codes/verification-codes.rules.ts',
    unit('server/modules/verification-codes/verification-codes.rules.test.ts'),
    [
      ['a code lives 10 minutes', 'lifeMinutes = 10', 'lifeMinutes = 15'],
      ['a code bears 5 tries', 'maxTries = 5', 'maxTries = 6'],
      ['a code is sent again after 60 s', 'resendAfterSeconds = 60', 'resendAfterSeconds = 30'],
    ],
  ),
  ...changes('server/modules/sessions/sessions.rules.ts', unit('server/modules/sessions/sessions.rules.test.ts'), [
    ['a session lives 30 days', 'absoluteLifeDays = 30', 'absoluteLifeDays = 60'],
    ['a session lives 7 days without use', 'idleLifeDays = 7', 'idleLifeDays = 8'],
    ['a rotated token lives 60 s', 'graceSeconds = 60', 'graceSeconds = 61'],
    ['a register token lives 15 minutes', 'registerTokenMinutes = 15', 'registerTokenMinutes = 16'],
  ]),
  ...changes('server/modules/sessions/sessions.rules.ts', integration('accounts/lifetimes.test.ts', 'thirty days'), [
    ['a new session ends after 30 days', 'absoluteLifeDays = 30', 'absoluteLifeDays = 31'],
  ]),
  ...changes('server/modules/sessions/sessions.service.ts', integration('accounts/lifetimes.test.ts', '256 bits'), [
    ['a token has 256 bits', "'wr'}_${randomBytes(32)", "'wr'}_${randomBytes(31)"],
  ]),
  ...changes('server/modules/accounts/deletion.service.ts', integration('accounts/lifetimes.test.ts', 'seven days'), [
    ['an account waits 7 days for its erasure', 'graceDays = 7', 'graceDays = 8'],
  ]),
  ...changes(
    'server/modules/login-codes/login-codes.service.ts',
    integration('accounts/lifetimes.test.ts', 'sixty seconds'),
    [['a login code lives 60 s', 'lifeSeconds = 60', 'lifeSeconds = 61']],
  ),
  ...changes('server/modules/limits/limits.rules.ts', unit('server/modules/limits/limits.rules.test.ts'), [
    ['10 wrong passwords of one asker', "'password-asker': { max: 10", "'password-asker': { max: 11"],
    [
      '10 wrong passwords of one asker in 15 minutes',
      "'password-asker': { max: 10, seconds: 15",
      "'password-asker': { max: 10, seconds: 14",
    ],
    ['10 wrong passwords for one account', "'password-account': { max: 10", "'password-account': { max: 9"],
    ['10 wrong codes of an authenticator', "'factor-asker': { max: 10", "'factor-asker': { max: 11"],
    ['another code after a minute', "'code-resend': { max: 1", "'code-resend': { max: 2"],
    ['20 guesses of a redeem code an hour', "'redeem-account': { max: 20", "'redeem-account': { max: 21"],
    ['20 guesses of a promo code an hour', "'promo-account': { max: 20", "'promo-account': { max: 21"],
    [
      '20 guesses an hour, and not a day',
      "'redeem-account': { max: 20, seconds: hour",
      "'redeem-account': { max: 20, seconds: day",
    ],
  ]),
  ...changes('server/platform/totp.ts', unit('server/platform/totp.test.ts'), [
    ['a code of an authenticator lives 30 s', 'periodSeconds = 30', 'periodSeconds = 60'],
    ['a clock may be one step off', 'window = 1', 'window = 2'],
    ['a clock may be one step off, and not none', 'window = 1', 'window = 0'],
  ]),
  ...changes('server/platform/network.ts', unit('server/platform/network.test.ts'), [
    ['a network of IPv4 has 24 bits', '`${a}.${b}.${c}.0/24`', '`${a}.${b}.0.0/24`'],
    ['a wider network of IPv4 has 16 bits', '`${a}.${b}.0.0/16`', '`${a}.${b}.${c}.0/16`'],
    [
      'a network of IPv6 has 64 bits',
      "[groups.join(':'), `${groups.slice(0, 4)",
      "[groups.join(':'), `${groups.slice(0, 5)",
    ],
    ['a wider network of IPv6 has 48 bits', 'groups.slice(0, 3)', 'groups.slice(0, 2)'],
    [
      'tries of one home count together',
      'plain : `${groupsOf(plain).slice(0, 4)',
      'plain : `${groupsOf(plain).slice(0, 5)',
    ],
  ]),
]
