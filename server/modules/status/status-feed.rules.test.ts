import { expect, it } from 'vitest'
import { parseStatus } from './status-feed.rules.ts'

it.each([
  ['none', 'clear'],
  ['minor', 'slow'],
  ['maintenance', 'slow'],
  ['major', 'down'],
  ['critical', 'down'],
])('status indicator %s means %s', (indicator, state) => {
  expect(parseStatus({ page: {}, status: { indicator, description: '' } })).toBe(state)
})

it.each([
  null,
  'none',
  [],
  {},
  { status: null },
  { status: 'none' },
  { status: { indicator: 'toString' } },
  { status: { indicator: 1 } },
])('an answer of any other form gives no status: %j', (body) => {
  expect(parseStatus(body)).toBeNull()
})
