import { expect, it } from 'vitest'
import { differingFields } from './use-act.ts'

const plan = (badge: string, price: string) => ({
  id: 'year',
  changes: [
    { field: 'badge', before: badge, after: 'Best' },
    { field: 'price', before: price, after: '100' },
  ],
})

it('the differing fields of two responses are named', () => {
  expect(differingFields(plan('', '90'), plan('', '90'))).toEqual([])
  expect(differingFields(plan('', '90'), plan('New', '90'))).toEqual(['badge'])
  expect(differingFields(plan('', '90'), plan('New', '95'))).toEqual(['badge', 'price'])
  expect(differingFields({ setting: 'a', before: 1 }, { setting: 'a', before: 2 })).toEqual(['before'])
  expect(differingFields({ rows: [1, 2] }, { rows: [1, 3] })).toEqual(['rows'])
  expect(differingFields({ sum: { amountMinor: 1 } }, { sum: null })).toEqual(['sum'])
})
