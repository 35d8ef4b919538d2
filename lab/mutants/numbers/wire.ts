import { changes, integration, unit } from './change.ts'

export const wireNumbers = [
  ...changes('server/api/register-calls.ts', unit('server/api/register-calls.test.ts'), [
    [
      'answers hold what the contract declares (no number)',
      'response: { 200: envelopeSchema(call.output) }',
      'response: {}',
    ],
  ]),
  ...changes('server/app.ts', integration('accounts/lifetimes.test.ts', '64 KiB'), [
    ['a body has 64 KiB', '64 * 1024', '65 * 1024'],
  ]),
  ...changes('shared/api-values.ts', unit('shared/wire-numbers.test.ts'), [
    ['calls live under /v4', "'PROD' ? '/v4'", "'PROD' ? '/v5'"],
    ['calls live under /v4/test outside PROD', ": '/v4/test')", ": '/v5/test')"],
    ['yes is 1, no is 0', 'value ? 1 : 0', 'value ? 0 : 1'],
    ['a token has 43 characters', '{43}', '{42}'],
  ]),
  ...changes('shared/errors.ts', unit('shared/wire-numbers.test.ts'), [
    ['too large is 413', 'TooLarge: { code: 413', 'TooLarge: { code: 400'],
    ['a wrong content type is 415', 'UnsupportedMediaType: { code: 415', 'UnsupportedMediaType: { code: 400'],
    ['too many is 429', 'TooManyRequests: { code: 429', 'TooManyRequests: { code: 409'],
    ['an unknown error is 500', 'Internal: { code: 500', 'Internal: { code: 503'],
    ['another code than the ten of the envelope', 'Internal: { code: 500', 'Internal: { code: 502'],
  ]),
  ...changes('web/client/api.ts', unit('web/client/api.test.ts'), [
    ['only the code 200 is a success', 'envelope.code !== 200', 'envelope.code !== 409'],
  ]),
  ...changes('web/client/api-host.ts', unit('web/client/api.test.ts'), [
    ['a call of the browser ends after 10 s', 'timeoutMs = 10_000', 'timeoutMs = 11_000'],
  ]),
  ...changes('shared/device-codes.ts', unit('shared/wire-numbers.test.ts'), [
    ['Mac = 2, Windows = 3', "'mac', 'windows', 'other'", "'windows', 'mac', 'other'"],
    ['mobile = 0, pc = 1', "'android' ? 0 : 1", "'android' ? 1 : 0"],
  ]),
  ...changes('shared/contract/device.ts', unit('shared/wire-numbers.test.ts'), [
    ['a system is 0 to 4', '[0, 1, 2, 3, 4]', '[0, 1, 2, 3]'],
    ['a device is 0 or 1', 'Type.Enum([0, 1], ', 'Type.Enum([1, 2], '],
  ]),
  ...changes('shared/contract/group.ts', unit('shared/wire-numbers.test.ts'), [
    ['a group has 2 or 3 seats', '[Type.Literal(2), Type.Literal(3)]', '[Type.Literal(2), Type.Literal(4)]'],
    [
      'pay all = 0, pay self = 1',
      'GroupPaymentType = Type.Union([Type.Literal(0), Type.Literal(1)]',
      'GroupPaymentType = Type.Union([Type.Literal(1), Type.Literal(2)]',
    ],
    [
      'unfinished = 0, finished = 1',
      'status: Type.Union([Type.Literal(0), Type.Literal(1)]',
      'status: Type.Union([Type.Literal(1), Type.Literal(2)]',
    ],
  ]),
  ...changes('shared/contract/payment.ts', unit('shared/wire-numbers.test.ts'), [
    ['an offer is for 2 or 3', '[Type.Literal(2), Type.Literal(3)]', '[Type.Literal(2), Type.Literal(4)]'],
  ]),
  ...changes(
    'server/workflows/groups/read-groups.ts',
    integration('groups/groups.test.ts', 'is finished by the creator’s payment'),
    [
      ['pay all is told as 0', "'pay_all' ? 0 : 1", "'pay_all' ? 1 : 0"],
      ['finished is told as 1', "group.status === 'finished' ? 1 : 0", "group.status === 'finished' ? 0 : 1"],
    ],
  ),
  ...changes('shared/contract/affiliate.ts', unit('shared/wire-numbers.test.ts'), [
    [
      'a commission is first = 0 or renewal = 1',
      'CommissionType = Type.Enum([0, 1])',
      'CommissionType = Type.Enum([1, 2])',
    ],
    [
      'unsettled = 0, settled = 1',
      "[0, 1], { description: 'unsettled = 0, settled = 1'",
      "[1, 2], { description: 'unsettled = 0, settled = 1'",
    ],
    [
      'registered = 0, paid = 1',
      "[0, 1], { description: 'registered = 0, paid = 1'",
      "[1, 2], { description: 'registered = 0, paid = 1'",
    ],
  ]),
  ...changes(
    'server/workflows/affiliates/list-commissions.ts',
    integration('affiliates/affiliates.test.ts', 'traceable from the visit'),
    [
      ['a first purchase is told as 0', "'first' ? 0 : 1", "'first' ? 1 : 0"],
      ['unsettled is told as 0', "state === 'paid' ? 1 : 0", "state === 'paid' ? 0 : 1"],
    ],
  ),
  ...changes('server/platform/signed-calls.ts', unit('server/platform/signed-calls.test.ts'), [
    ['a nonce has 8 characters', '[A-Za-z0-9]{8}', '[A-Za-z0-9]{7,8}'],
    ['a nonce has 8 characters, not 9', '[A-Za-z0-9]{8}', '[A-Za-z0-9]{8,9}'],
    ['a key has 2048 bits', 'modulusLength !== 2048', 'modulusLength !== 1024'],
    ['a signature has 256 bytes', 'sealed.length === 256', 'sealed.length === 255'],
  ]),
  ...changes('server/platform/signed-calls.ts', integration('wire/signed-calls.test.ts', 'of .* ms: '), [
    ['a signature is fresh for 5 minutes', '5 * 60_000', '301_000'],
    ['a signature is fresh for 5 minutes, and not for less', '5 * 60_000', '298_000'],
  ]),
  ...changes('web/client/signature.ts', unit('web/client/api.test.ts'), [
    ['a nonce of the browser has 8 characters', 'randomAlphanumerics(8)', 'randomAlphanumerics(9)'],
  ]),
  ...changes('server/modules/sessions/sessions.queries.ts', integration('accounts/lifetimes.test.ts', 'ten minutes'), [
    [
      'a nonce counts once in 10 minutes',
      "from signed_nonces where seen_at < now() - interval '11 minutes'",
      "from signed_nonces where seen_at < now() - interval '9 minutes'",
    ],
    [
      'a nonce of a clock that runs ahead counts once in 10 minutes',
      "from signed_nonces_ahead where seen_at < now() - interval '11 minutes'",
      "from signed_nonces_ahead where seen_at < now() - interval '9 minutes'",
    ],
  ]),
]
