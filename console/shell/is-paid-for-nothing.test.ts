import { expect, it } from 'vitest'
import { isPaidForNothing } from './palette-preview.tsx'

const now = Date.parse('2026-11-24T00:00:00Z')
const paid = (at: string) => ({ state: 'paid', at })
const review = { order: '7BRT-E1QK', reason: 'underpaid', since: '2026-11-20T00:00:00Z' }

it.each([
  ['someone who was never a member and paid', null, paid('2026-11-23T00:00:00Z'), null, true],
  ['a former member who paid again and got nothing', '2025-06-01T00:00:00Z', paid('2026-11-23T00:00:00Z'), null, true],
  [
    'a lapsed member whose payment gave time that has ended',
    '2025-06-01T00:00:00Z',
    paid('2024-06-01T00:00:00Z'),
    null,
    false,
  ],
  ['a member', '2027-06-01T00:00:00Z', paid('2026-06-01T00:00:00Z'), null, false],
  [
    'a lapsed member whose last payment attempt failed',
    '2025-06-01T00:00:00Z',
    { ...paid('2026-11-23T00:00:00Z'), state: 'failed' },
    null,
    false,
  ],
  ['someone who paid nothing', null, null, null, false],
  ['someone whose payment waits for a decision', null, paid('2026-11-23T00:00:00Z'), review, false],
])(
  'the warning of a payment without membership depends on the payment, the expiry and an open review: %s',
  (_who, memberUntil, payment, open, said) => {
    expect(isPaidForNothing({ memberUntil, payment, review: open }, now)).toBe(said)
  },
)
