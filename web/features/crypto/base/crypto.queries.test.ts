import { expect, test } from 'vitest'
import fc from 'fast-check'
import { stillToSend, type Deposit } from './crypto.queries.ts'

const deposit = (amount: bigint, received: bigint, arriving: bigint, missing: bigint): Deposit => ({
  network: 'local',
  chainId: 31_337,
  token: 'USDT',
  contract: null,
  decimals: 6,
  address: '',
  amount: String(amount),
  expiresAt: 0,
  confirmations: 1,
  uri: null,
  addressUrl: null,
  received: String(received),
  arriving: String(arriving),
  missing: String(missing),
  transfers: [],
})

test('all of the amount is still to send only while nothing has arrived or is on its way, to any address of the order', () => {
  const isUntouched = (one: Deposit) => stillToSend(one) === BigInt(one.amount)
  expect(isUntouched(deposit(100n, 0n, 0n, 100n))).toBe(true)
  expect(isUntouched(deposit(100n, 40n, 0n, 60n))).toBe(false)
  expect(isUntouched(deposit(100n, 0n, 40n, 100n))).toBe(false)
  expect(isUntouched(deposit(100n, 0n, 0n, 60n))).toBe(false)
})

test('the amount still to send is at most the missing amount, and transfers in progress are subtracted from the asked amount', () => {
  expect(stillToSend(deposit(100n, 0n, 0n, 100n))).toBe(100n)
  expect(stillToSend(deposit(100n, 40n, 0n, 60n))).toBe(60n)
  expect(stillToSend(deposit(100n, 0n, 40n, 100n))).toBe(60n)
  expect(stillToSend(deposit(100n, 0n, 40n, 60n))).toBe(60n)
  // Nothing is left to send, because another deposit of the same order has covered the rest.
  expect(stillToSend(deposit(100n, 0n, 0n, 0n))).toBe(0n)
  const amount = fc.bigInt({ min: 0n, max: 10n ** 30n })
  fc.assert(
    fc.property(amount, amount, amount, amount, (asked, received, arriving, missing) => {
      const rest = stillToSend(deposit(asked, received, arriving, missing))
      expect(rest >= 0n && rest <= missing).toBe(true)
      expect(rest + received + arriving <= asked || rest === 0n).toBe(true)
    }),
  )
})
