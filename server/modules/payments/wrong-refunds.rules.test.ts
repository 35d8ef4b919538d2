import { expect, it } from 'vitest'
import type { FactView, RefundView } from './payment-views.rules.ts'
import { findWrongRefunds, inMoneyOfPayment } from './wrong-refunds.rules.ts'

const about = { attemptId: 'a', providerTxnId: 't', at: new Date(0) }
const paid: FactView = { ...about, kind: 'paid', refundId: null, amountMinor: 500, currency: 'USD' }
const back = (refundId: string | null, amountMinor: number, currency: string): FactView => ({
  ...about,
  kind: 'refunded',
  refundId,
  amountMinor,
  currency,
})
const refunds: RefundView[] = [{ id: 'r', attemptId: 'a', providerTxnId: 't', amountMinor: 500, status: 'sent' }]
const isWrong = (fact: FactView, facts = [paid, fact]) => findWrongRefunds(facts, refunds).length === 1
const counts = (fact: FactView, facts = [paid, fact]) => inMoneyOfPayment(facts).includes(fact)

it("counts a refund in the payment's currency, and not in another", () => {
  expect(counts(back('r', 500, 'USD'))).toBe(true)
  expect(isWrong(back('r', 500, 'USD'))).toBe(false)
  for (const id of ['r', 'of others', null]) {
    expect(counts(back(id, 500, 'JPY'))).toBe(false)
    expect(isWrong(back(id, 500, 'JPY'))).toBe(true)
  }
})

it('counts and reports a refund of another amount than requested, unless nobody requested it', () => {
  expect(counts(back('r', 499, 'USD'))).toBe(true)
  expect(findWrongRefunds([paid, back('r', 499, 'USD')], refunds)).toMatchObject([{ askedMinor: 500 }])
  expect(isWrong(back('of others', 499, 'USD'))).toBe(false)
  expect(isWrong(back(null, 499, 'USD'))).toBe(false)
})

it('accepts a refund reported before its payment, and does not check one paid by an operator', () => {
  const early = back('r', 500, 'JPY')
  expect(counts(early, [early])).toBe(true)
  expect(isWrong(early, [early])).toBe(false)
  const elsewhere = { ...back('r', 1, 'JPY'), isElsewhere: true }
  expect([counts(elsewhere), isWrong(elsewhere)]).toEqual([true, false])
  const failed: FactView = { ...back('r', 1, 'JPY'), kind: 'refund_failed' }
  expect([counts(failed), isWrong(failed)]).toEqual([true, false])
  const other = { ...back('r', 500, 'JPY'), providerTxnId: 'other' }
  expect(counts(other)).toBe(true)
})
