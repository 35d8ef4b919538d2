import { expect, it } from 'vitest'
import { demoPlans } from './demo-catalog.ts'

it('the sample plans last 1, 3, 6, 12 and 24 months, and groups of them have two or three members', () => {
  expect([...new Set(demoPlans.map(({ months }) => months))]).toEqual([1, 3, 6, 12, 24])
  const sizes = demoPlans.flatMap(({ groupMinor }) => Object.keys(groupMinor))
  expect([...new Set(sizes)].toSorted()).toEqual(['2', '3'])
})
