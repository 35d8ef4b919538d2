import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sumRevenue, type Moved } from './revenue.rules.ts'

const account = fc.constantFrom(
  'clearing:alipay',
  'clearing:stripe',
  'revenue',
  'refunds',
  'chargebacks',
  'suspense',
  'commissions',
)
const moved: fc.Arbitrary<Moved> = fc
  .record({
    source: fc.constantFrom('payment', 'refund', 'dispute', 'adjustment'),
    debit: account,
    credit: account,
    currency: fc.constantFrom('CNY', 'USD'),
    sumMinor: fc.integer({ min: 1, max: 10_000_000 }),
    postings: fc.integer({ min: 1, max: 50 }),
  })
  .filter(({ debit, credit }) => debit !== credit)
const revenueAccounts = ['revenue', 'refunds', 'chargebacks']

it('revenue per currency equals the revenue accounts, and its parts add up to the net amount', () => {
  fc.assert(
    fc.property(fc.array(moved, { maxLength: 30 }), (rows) => {
      const revenue = sumRevenue(rows)
      for (const currency of ['CNY', 'USD']) {
        const held = rows
          .filter((row) => row.currency === currency)
          .reduce(
            (sum, { debit, credit, sumMinor }) =>
              sum +
              (revenueAccounts.includes(credit) ? sumMinor : 0) -
              (revenueAccounts.includes(debit) ? sumMinor : 0),
            0,
          )
        const own = revenue.filter((row) => row.currency === currency)
        expect(own.reduce((sum, { netMinor }) => sum + netMinor, 0)).toBe(held)
        expect(new Set(own.map(({ provider }) => provider)).size).toBe(own.length)
      }
      const payments = rows.filter((row) => row.source === 'payment' && [row.debit, row.credit].includes('revenue'))
      expect(revenue.reduce((sum, row) => sum + row.payments, 0)).toBe(
        payments.reduce((sum, { postings }) => sum + postings, 0),
      )
      const order = revenue.map(({ currency, provider }) => `${currency} ${provider}`)
      expect(order).toEqual(order.toSorted((one, other) => one.localeCompare(other)))
      for (const { paidMinor, refundedMinor, lostMinor, netMinor } of revenue)
        expect(netMinor).toBe(paidMinor - refundedMinor - lostMinor)
    }),
  )
})

it('counts payments per provider, and adds a late match to revenue without counting another payment', () => {
  const base = { currency: 'CNY', postings: 2 }
  expect(
    sumRevenue([
      { ...base, source: 'payment', debit: 'clearing:alipay', credit: 'revenue', sumMinor: 5_000 },
      { ...base, source: 'payment', debit: 'clearing:alipay', credit: 'suspense', sumMinor: 900 },
      { ...base, source: 'adjustment', debit: 'suspense', credit: 'revenue', sumMinor: 900 },
      { ...base, source: 'refund', debit: 'refunds', credit: 'clearing:alipay', sumMinor: 700 },
      { ...base, source: 'dispute', debit: 'chargebacks', credit: 'clearing:alipay', sumMinor: 300 },
      { ...base, source: 'commission', debit: 'commissions', credit: 'commissions-payable', sumMinor: 40 },
    ]),
  ).toEqual([
    {
      currency: 'CNY',
      provider: 'alipay',
      paidMinor: 5_000,
      refundedMinor: 700,
      lostMinor: 300,
      netMinor: 4_000,
      payments: 2,
    },
    {
      currency: 'CNY',
      provider: 'suspense',
      paidMinor: 900,
      refundedMinor: 0,
      lostMinor: 0,
      netMinor: 900,
      payments: 0,
    },
  ])
})
