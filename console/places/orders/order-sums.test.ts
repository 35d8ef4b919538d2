import { expect, it } from 'vitest'
import type { OrderPage } from '#console/client/wire.ts'
import { earnedBy, paidElsewhere } from './order-sums.ts'

const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' as const })
const commission = (amountMinor: number, heldUntil: string) =>
  ({ affiliate: 730_551_204, amount: usd(amountMinor), heldUntil }) as OrderPage['commissions'][number]
const now = Date.parse('2026-11-28T12:00:00Z')

it('a commission is shown as held until the end of its hold period', () => {
  const held = (until: string) => earnedBy({ commissions: [commission(1_796, until)] }, now).isHeld
  expect([held('2026-11-28T12:00:01Z'), held('2026-11-28T12:00:00Z')]).toEqual([true, false])
})

it('a reversed commission is not counted as earned, and a fully reversed one names no recipient', () => {
  const until = '2026-12-03T00:00:00Z'
  const [first, back] = [commission(1_796, until), commission(-200, until)]
  expect(earnedBy({ commissions: [back, first] }, now)).toEqual({ earnedMinor: 1_596, standing: first, isHeld: true })
  expect(earnedBy({ commissions: [first, commission(-1_796, until)] }, now)).toEqual({
    earnedMinor: 0,
    standing: undefined,
    isHeld: false,
  })
  expect(earnedBy({ commissions: [] }, now).standing).toBeUndefined()
})

it('a payment in another currency is listed separately unless it was refunded', () => {
  const fact = (kind: string, amountMinor: number, currency: string) =>
    ({ kind, sum: { amountMinor, currency } }) as OrderPage['facts'][number]
  const yuan = fact('paid', 30_000, 'CNY')
  const facts = [fact('paid', 4_490, 'USD'), yuan, fact('refunded', 30_000, 'CNY')]
  expect(paidElsewhere({ facts, total: usd(4_490) })).toEqual([yuan])
})
