import { expect, it } from 'vitest'
import { readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { demoFriends, demoGuests, demoPlans } from './demo-catalog.ts'

it('sample plans last 1, 3, 6, 12 and 24 months, with groups of two or three', () => {
  expect([...new Set(demoPlans.map(({ months }) => months))]).toEqual([1, 3, 6, 12, 24])
  const sizes = demoPlans.flatMap(({ groupMinor }) => Object.keys(groupMinor))
  expect([...new Set(sizes)].toSorted()).toEqual(['2', '3'])
})

it('demo friends have valid unique account names', () => {
  const names = [...demoFriends, ...demoGuests]
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(readIdentifier('account_name', name)?.lookupKey).toBe(name)
})
