/**
 * Every number of the specification, where it stands in the code, another one in its place, and the tests that must fail
 * then. `from` occurs once in the file.
 */
export type NumberMutant = {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly project: 'unit' | 'integration' | 'e2e'
  /** Arguments of vitest: a file, and maybe `-t` with a test's name. */
  readonly test: readonly string[]
}

const unit = (what: string, file: string, from: string, to: string, test: string): NumberMutant => ({
  what,
  file,
  from,
  to,
  project: 'unit',
  test: [test],
})
const integration = (
  what: string,
  file: string,
  from: string,
  to: string,
  test: string,
  name: string,
): NumberMutant => ({
  what,
  file,
  from,
  to,
  project: 'integration',
  test: [test, '-t', name],
})

const accountRules = 'shared/account-rules.ts'
const accountTests = 'shared/account-rules.test.ts'
const catalog = 'server/modules/catalog/catalog.service.ts'
const settings = 'server/modules/catalog/default-settings.test.ts'
const sessions = 'server/modules/sessions/sessions.rules.ts'
const sessionTests = 'server/modules/sessions/sessions.rules.test.ts'
const codes = 'server/modules/codes/codes.rules.ts'
const codeTests = 'server/modules/codes/codes.rules.test.ts'
const limits = 'server/modules/limits/limits.rules.ts'
const limitTests = 'server/modules/limits/limits.rules.test.ts'

export const numbers: readonly NumberMutant[] = [
  unit(
    'answers hold what the contract declares (no number)',
    'server/api/register-calls.ts',
    'response: { 200: envelope }',
    'response: {}',
    'server/api/register-calls.test.ts',
  ),
  unit('a password has 8 characters', accountRules, 'passwordMinimum = 8', 'passwordMinimum = 6', accountTests),
  unit('a password has 8 characters, not 9', accountRules, 'passwordMinimum = 8', 'passwordMinimum = 9', accountTests),
  unit('a password has 128 characters at most', accountRules, 'length > 128', 'length > 127', accountTests),
  unit('an account name has 4 characters', accountRules, '{4,32}', '{3,32}', accountTests),
  unit('an account name has 32 characters at most', accountRules, '{4,32}', '{4,33}', accountTests),
  unit('a code has 6 digits', accountRules, '[0-9]{6}', '[0-9]{5,6}', accountTests),
  unit(
    '3,000 common passwords are refused',
    'server/modules/accounts/common-passwords.ts',
    "dictionary['passwords-common'].map(String)",
    "dictionary['passwords-common'].map(String).slice(0, 2_999)",
    'server/modules/accounts/common-passwords.test.ts',
  ),
  unit('a code lives 10 minutes', codes, 'lifeMinutes = 10', 'lifeMinutes = 15', codeTests),
  unit('a code bears 5 tries', codes, 'maxTries = 5', 'maxTries = 6', codeTests),
  unit('a code is sent again after 60 s', codes, 'resendAfterSeconds = 60', 'resendAfterSeconds = 30', codeTests),
  unit('a session lives 30 days', sessions, 'absoluteLifeDays = 30', 'absoluteLifeDays = 60', sessionTests),
  unit('a session lives 7 days without use', sessions, 'idleLifeDays = 7', 'idleLifeDays = 8', sessionTests),
  unit('a rotated token lives 60 s', sessions, 'graceSeconds = 60', 'graceSeconds = 61', sessionTests),
  unit(
    'a register token lives 15 minutes',
    sessions,
    'registerTokenMinutes = 15',
    'registerTokenMinutes = 16',
    sessionTests,
  ),
  unit('a trial lasts 15 minutes', catalog, '?? 15,', '?? 16,', settings),
  unit(
    'a trial of the invited lasts 180 minutes',
    catalog,
    'invitedTrialMinutes: 180',
    'invitedTrialMinutes: 181',
    settings,
  ),
  unit('a commission is held 14 days', catalog, 'holdDays: 14', 'holdDays: 13', settings),
  unit('a payout is 100 dollars at least', catalog, 'minPayoutMinor: 10_000', 'minPayoutMinor: 9_999', settings),
  unit('a first purchase earns 25 %', catalog, 'firstBps: 2_500', 'firstBps: 2_400', settings),
  unit('a first purchase earns up to 100 %', catalog, 'firstBps: 10_000', 'firstBps: 9_900', settings),
  unit('a renewal earns 25 % in the top tier', catalog, 'renewalBps: 2_500', 'renewalBps: 2_000', settings),
  unit('a referral counts for 7 days', catalog, 'attributionDays: 7', 'attributionDays: 8', settings),
  unit('a campaign is kept 7 days', catalog, 'days: 7,\n  cookieDomain', 'days: 8,\n  cookieDomain', settings),
  unit('the release date', catalog, '2025.04.20', '2025.04.21', settings),
  unit('a group fills within 24 hours', 'shared/group-hours.ts', 'groupHours = 24', 'groupHours = 48', settings),
  unit(
    'an order is paid within 30 minutes',
    'shared/payment-windows.ts',
    'paymentWindowMinutes = 30',
    'paymentWindowMinutes = 31',
    settings,
  ),
  unit(
    'an order on a chain is paid within 60 minutes',
    'shared/payment-windows.ts',
    'chainWindowMinutes = 60',
    'chainWindowMinutes = 61',
    settings,
  ),
  unit(
    '20 guesses of a gift code an hour',
    limits,
    "'redeem-account': { most: 20",
    "'redeem-account': { most: 21",
    limitTests,
  ),
  unit(
    '20 guesses of a promo code an hour',
    limits,
    "'promo-account': { most: 20",
    "'promo-account': { most: 21",
    limitTests,
  ),
  unit('another code after a minute', limits, "'code-resend': { most: 1", "'code-resend': { most: 2", limitTests),
  unit(
    '10 wrong codes of an authenticator',
    limits,
    "'factor-asker': { most: 10",
    "'factor-asker': { most: 11",
    limitTests,
  ),
  unit(
    'a yearly member has 12 months',
    'server/modules/membership/membership.rules.ts',
    'months >= 12',
    'months >= 11',
    'server/modules/membership/membership.rules.test.ts',
  ),
  unit(
    'a gift code has 80 bits',
    'server/modules/redeem/redeem.rules.ts',
    'bytes.length !== 10',
    'bytes.length !== 9',
    'server/modules/redeem/redeem.rules.test.ts',
  ),
  unit(
    'a campaign value has 64 characters',
    'server/modules/marketing/marketing.rules.ts',
    '{1,64}',
    '{1,65}',
    'server/modules/marketing/marketing.rules.test.ts',
  ),
  unit(
    'goods are fresh for 3 minutes',
    'web/client/prefetch-store.ts',
    '180_000',
    '180_001',
    'web/client/prefetch-store.test.ts',
  ),
  unit(
    'a call of the browser ends after 10 s',
    'web/client/api.ts',
    'timeoutMs = 10_000',
    'timeoutMs = 11_000',
    'web/client/api.test.ts',
  ),
  unit(
    'a signature is fresh for 5 minutes',
    'server/platform/signed-calls.ts',
    '5 * 60_000',
    '6 * 60_000',
    'server/platform/signed-calls.test.ts',
  ),
  unit(
    'the user is fresh for 2 s',
    'web/client/session.ts',
    'staleTime: 2_000',
    'staleTime: 3_000',
    'web/client/session.test.ts',
  ),
  unit(
    'a campaign cookie names its days in seconds',
    'web/client/campaign-parameters.ts',
    '86_400',
    '86_401',
    'web/client/campaign-parameters.test.ts',
  ),
  unit(
    'a page waits 1.5 s before it fetches ahead',
    'web/enhance/prefetch.ts',
    'delayMs = 1500',
    'delayMs = 1600',
    'web/enhance/prefetch.test.ts',
  ),
  unit(
    'what was copied says so for 3 s',
    'ui/say-copied.ts',
    'shownMs = 3_000',
    'shownMs = 2_000',
    'ui/say-copied.test.ts',
  ),
  unit('50 px are 1 rem up to 960 px', 'ui/tokens.css', '312.5%', '310%', 'ui/root-size.test.ts'),
  unit('beyond 960 px the root grows', 'ui/tokens.css', '5.2083vw', '5vw', 'ui/root-size.test.ts'),
  integration(
    'a body has 64 KiB',
    'server/app.ts',
    '64 * 1024',
    '65 * 1024',
    'tests/integration/accounts/lifetimes.test.ts',
    '64 KiB',
  ),
  integration(
    'an account waits 7 days for its erasure',
    'server/modules/deletion/deletion.service.ts',
    'graceDays = 7',
    'graceDays = 8',
    'tests/integration/accounts/lifetimes.test.ts',
    'seven days',
  ),
  integration(
    'a login code lives 60 s',
    'server/modules/login-codes/login-codes.service.ts',
    'lifeSeconds = 60',
    'lifeSeconds = 61',
    'tests/integration/accounts/lifetimes.test.ts',
    'sixty seconds',
  ),
  integration(
    'a new session ends after 30 days',
    'server/modules/sessions/sessions.rules.ts',
    'absoluteLifeDays = 30',
    'absoluteLifeDays = 31',
    'tests/integration/accounts/lifetimes.test.ts',
    'thirty days',
  ),
  integration(
    'a nonce counts once in 10 minutes',
    'server/modules/sessions/sessions.repo.ts',
    "from signed_nonces where seen_at < now() - interval '11 minutes'",
    "from signed_nonces where seen_at < now() - interval '9 minutes'",
    'tests/integration/accounts/lifetimes.test.ts',
    'ten minutes',
  ),
  integration(
    'what a provider sent is destroyed after 180 days',
    'server/modules/payments/notification-bodies.rules.ts',
    'notificationDays = 180',
    'notificationDays = 179',
    'tests/integration/payments/payer-data.test.ts',
    'is destroyed 180 days after the last fact about its order, and not on the day before',
  ),
]
