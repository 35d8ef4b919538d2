import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roomForStrays, straysOfDay, straysOfOrder, summarizeStrays } from './stray-limits.rules.ts'

it('opens single reviews for twenty stray transfers per network and day, and for five per order', () => {
  expect([straysOfDay, straysOfOrder]).toEqual([20, 5])
  expect(roomForStrays(20, 20, 20)).toBe(20)
  expect(roomForStrays(20, 21, 21)).toBe(20)
  expect(roomForStrays(20, 21, 1)).toBe(0)
  expect(roomForStrays(20, 20, 1)).toBe(1)
})

it('counts stray transfers beyond twenty without a review of their own, however many batches they come in', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(50), fc.nat(50), (batches, invented, ofOrders) => {
      let known = 0
      let alone = 0
      for (const newest of batches) alone += roomForStrays(straysOfDay, (known += newest), newest)
      expect(alone).toBe(Math.min(known, straysOfDay))
      const others = known - alone + ofOrders
      expect(summarizeStrays({ invented, known, ofOrders })).toEqual(
        invented + others === 0 ? null : { invented, others },
      )
    }),
  )
})

it('makes no summary review when every stray transfer has its own review, and otherwise states both counts', () => {
  expect(summarizeStrays({ invented: 0, known: 20, ofOrders: 0 })).toBeNull()
  expect(summarizeStrays({ invented: 0, known: 21, ofOrders: 0 })).toEqual({ invented: 0, others: 1 })
  expect(summarizeStrays({ invented: 3, known: 0, ofOrders: 0 })).toEqual({ invented: 3, others: 0 })
  expect(summarizeStrays({ invented: 3, known: 21, ofOrders: 2 })).toEqual({ invented: 3, others: 3 })
})
