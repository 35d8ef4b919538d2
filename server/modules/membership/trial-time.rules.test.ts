import { expect, it } from 'vitest'
import { addPlan, addTime, openLedger, takeBack, type NewRowIds, type TimeLedger } from './time-ledger.rules.ts'
import { trialBegin } from './standstill.rules.ts'

const start = Date.UTC(2026, 0, 1)
const ids = (seconds: number): NewRowIds => ({
  now: new Date(start + seconds * 1000),
  newId: () => crypto.randomUUID(),
})
const trial = (ledger: TimeLedger, at: number) =>
  addTime(ledger, { source: 'trial', sourceId: 'person', seconds: 900, note: null }, ids(at)) as TimeLedger
const gift = (ledger: TimeLedger, at: number, seconds: number) =>
  addTime(ledger, { source: 'operator', sourceId: `gift ${at}`, seconds, note: null }, ids(at)) as TimeLedger
const buy = (ledger: TimeLedger, at: number) =>
  addPlan(
    ledger,
    { source: 'order', sourceId: 'an order', months: 1, bonusDays: 0, maxDevices: 5 },
    [],
    ids(at),
  ) as TimeLedger
const refund = (ledger: TimeLedger, at: number) =>
  takeBack(ledger, { source: 'order', sourceId: 'an order', reversedBy: 'r', note: null }, [], ids(at)) as TimeLedger
const begin = ({ entries }: TimeLedger) => {
  const from = trialBegin(entries)
  return from && (from.getTime() - start) / 1000
}
const empty = openLedger('person', [])

it('the trial starts at once, or after the running time', () => {
  expect(begin(empty)).toBeNull()
  expect(begin(trial(empty, 60))).toBe(60)
  expect(begin(trial(gift(empty, 0, 3_600), 60))).toBe(3_600)
})

it('time after a purchase has no trial start, and has one again once the purchase is taken back', () => {
  const bought = buy(trial(empty, 0), 10)
  expect(begin(bought)).toBeNull()
  expect(begin(refund(bought, 20))).toBe(0)
  expect(begin(gift(trial(empty, 0), 10, 60))).toBeNull()
  expect(begin(refund(buy(empty, 0), 10))).toBeNull()
})

it('the trial start moves when earlier time is taken back', () => {
  const both = trial(buy(empty, 0), 10)
  expect(begin(both)).toBe(31 * 86_400)
  expect(begin(refund(both, 20))).toBe(0)
})
