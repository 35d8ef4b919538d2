import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roomForStrays, straysOfDay, straysOfOrder, summarizeStrays } from './stray-limits.rules.ts'

it('lets twenty of a network and day, and five of an order, come before a person by themselves', () => {
  expect([straysOfDay, straysOfOrder]).toEqual([20, 5])
  expect(roomForStrays(20, 20, 20)).toBe(20)
  expect(roomForStrays(20, 21, 21)).toBe(20)
  expect(roomForStrays(20, 21, 1)).toBe(0)
  expect(roomForStrays(20, 20, 1)).toBe(1)
})

it('of however many that come in however many batches, twenty come alone and the rest is counted', () => {
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

it('says nothing where all of a day came before a person by itself, and both counts where either is left over', () => {
  expect(summarizeStrays({ invented: 0, known: 20, ofOrders: 0 })).toBeNull()
  expect(summarizeStrays({ invented: 0, known: 21, ofOrders: 0 })).toEqual({ invented: 0, others: 1 })
  expect(summarizeStrays({ invented: 3, known: 0, ofOrders: 0 })).toEqual({ invented: 3, others: 0 })
  expect(summarizeStrays({ invented: 3, known: 21, ofOrders: 2 })).toEqual({ invented: 3, others: 3 })
})
