import { describe, expect, it } from 'vitest'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { readRiskTerms } from '#shared/risk-rules.ts'
import { readTermsForm, writeTermsForm } from './terms-fields.ts'

const defaultTerms: AffiliateTerms = {
  version: 4,
  since: '2026-10-01',
  currency: 'USD',
  tiers: [
    {
      id: 'base',
      names: { en: 'Standard', 'zh-CN': '标准' },
      fromPaidReferrals: 0,
      firstBps: 2_500,
      renewalBps: 2_000,
    },
    {
      id: 'top',
      names: { en: 'Top', 'zh-CN': '顶级' },
      fromPaidReferrals: 100,
      byOperator: true,
      firstBps: 5_000,
      renewalBps: 2_525,
      reserve: { bps: 1_000, days: 90 },
    },
  ],
  holdDays: 14,
  longerHolds: { newAffiliate: { months: 3, days: 30 }, card: { fromBps: 5_000, days: 45 } },
  risk: { acts: { same_payer: 'ask' }, numbers: { refunds: { orders: 4 } } },
  minPayoutMinor: 10_000,
  attributionDays: 7,
  invitedTrialMinutes: 180,
  referRateBps: 1_000,
  usdPerUnitMicros: { CNY: 140_000 },
}
const fields = writeTermsForm(defaultTerms)
const read = (change: Readonly<Record<string, string>>) => readTermsForm({ ...fields, ...change }, defaultTerms)

describe('form of the affiliate terms', () => {
  it('gives the same terms back if nothing was changed', () => {
    const { terms, faults } = read({})
    expect(faults).toEqual({})
    expect({ ...terms, risk: null }).toEqual({ ...defaultTerms, risk: null })
    expect(readRiskTerms(terms?.risk)).toEqual(readRiskTerms(defaultTerms.risk))
  })

  it('keeps percentages with two decimals exact', () => {
    for (const percent of ['12.34', '0.07', '33.33', '100'])
      expect(read({ refer: percent }).terms?.referRateBps).toBe(Math.round(Number(percent) * 100))
  })

  it('adds a tier with a reserve', () => {
    const count = defaultTerms.tiers.length
    const name = (part: string) => `tier${count}.${part}`
    const { terms, faults } = read({
      tiers: String(count + 1),
      [name('id')]: 'gold',
      [name('en')]: 'Gold',
      [name('zh')]: '金牌',
      [name('from')]: '500',
      [name('first')]: '60',
      [name('renewal')]: '40',
      [name('reserve')]: '10',
      [name('reserveDays')]: '90',
      [name('byOperator')]: 'yes',
    })
    expect(faults).toEqual({})
    expect(terms?.tiers.at(-1)).toEqual({
      id: 'gold',
      names: { en: 'Gold', 'zh-CN': '金牌' },
      fromPaidReferrals: 500,
      byOperator: true,
      firstBps: 6_000,
      renewalBps: 4_000,
      reserve: { bps: 1_000, days: 90 },
    })
  })

  it.each([
    ['holdDays', '', 'empty'],
    ['holdDays', '1.5', 'whole'],
    ['holdDays', '-1', 'whole'],
    ['refer', '101', 'percent'],
    ['refer', '1.234', 'percent'],
    ['minPayout', 'ten', 'amount'],
    ['cny', '11', 'amount'],
    ['since', 'tomorrow', 'date'],
    ['tier0.en', ' ', 'empty'],
    ['tier0.id', 'Gold Tier', 'id'],
    ['refundOrders', '0', 'whole'],
  ])('marks the field %s with the text "%s" as wrong: %s', (name, text, fault) => {
    const { terms, faults } = read({ [name]: text })
    expect(terms).toBeNull()
    expect(faults).toEqual({ [name]: fault })
  })

  it('asks for both fields of a pair', () => {
    expect(read({ newMonths: '3', newDays: '' }).faults).toEqual({ newDays: 'both' })
    expect(read({ newMonths: '', newDays: '' }).terms?.longerHolds?.newAffiliate).toBeUndefined()
  })

  it('saves the effect of a fraud rule only if it was chosen', () => {
    expect(read({ 'risk.same_device': 'off' }).terms?.risk?.acts?.same_device).toBe('off')
  })
})
