import { expect, it } from 'vitest'
import { movedSection } from './moved-section.ts'

it.each([
  ['#orders', '/user/orders'],
  ['#security', '/user/security'],
  ['#identity', '/user/security#identity'],
  ['#sessions', '/user/security#sessions'],
  ['#personal-data', '/user/security#personal-data'],
  ['#messages', '/user/notifications#messages'],
  ['', null],
  ['#ledger', null],
  ['#constructor', null],
])('the anchor "%s" of the profile leads to %s', (hash, to) => {
  expect(movedSection(hash)).toBe(to)
})
