import { expect, it } from 'vitest'
import { closedMonths } from './closed-months.ts'

it('the menu of closed months lists the months before the current one, newest first, across the turn of a year', () => {
  expect(closedMonths(new Date('2026-02-28T23:59:59Z'), 3)).toEqual(['2026-01', '2025-12', '2025-11'])
  expect(closedMonths(new Date('2026-03-31T00:00:00Z'))).toHaveLength(12)
})
