import { describe, expect, it } from 'vitest'
import { needsTransferReview, pauseAfter, standstill } from './transfer-tries.rules.ts'

describe('transfer whose booking failed', () => {
  it('waits ten seconds before a retry, doubling up to an hour', () => {
    expect([1, 2, 3, 4, 9, 10, 100].map(pauseAfter)).toEqual([10, 20, 40, 80, 2_560, 3_600, 3_600])
    expect(pauseAfter(0)).toBe(10)
  })

  it('sends a transfer to review after five failures', () => {
    expect([1, 4, 5, 6].map(needsTransferReview)).toEqual([false, false, true, true])
  })
})

describe('network health', () => {
  const well = { readSeconds: 1, triedSeconds: 1, failingOrders: 0 }

  it('a blockchain network accepts payments while its last scan and last booking of transfers are under two minutes old', () => {
    expect(standstill(well)).toBeNull()
    expect(standstill({ ...well, readSeconds: 119.9, triedSeconds: 119.9 })).toBeNull()
    expect(standstill({ ...well, readSeconds: 120 })).toBe('unread')
    expect(standstill({ ...well, triedSeconds: 120 })).toBe('unsettled')
  })

  it('a blockchain network accepts payments while bookings of two orders fail, and none while three fail', () => {
    expect(standstill({ ...well, failingOrders: 2 })).toBeNull()
    expect(standstill({ ...well, failingOrders: 3 })).toBe('unsettled')
  })
})
