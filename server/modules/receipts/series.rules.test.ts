import { expect, it } from 'vitest'
import { seriesOf } from './receipts.rules.ts'

const seller = { name: 'Wayfare Ltd.', taxNumber: 'GB 123', address: '1 High Street' }

it('starts a new receipt series for another company or tax number', () => {
  const others = [
    { ...seller, name: 'Wayfare GmbH' },
    { ...seller, taxNumber: 'GB 124' },
    { name: seller.name },
    { name: 'Wayfare', taxNumber: '123' },
    { name: 'Wayfare1', taxNumber: '23' },
    null,
  ]
  const series = [seller, ...others].map(seriesOf)
  expect(new Set(series).size).toBe(series.length)
})

it("keeps the receipt series when the seller's postal address, email or tax rate changes", () => {
  const moved = { ...seller, address: '2 Low Street', email: 'new@wayfare.example' }
  expect(seriesOf(moved)).toBe(seriesOf(seller))
  expect(seriesOf({ ...seller, tax: { label: { en: 'VAT', 'zh-CN': '增值税' }, rateBps: 2_000 } })).toBe(
    seriesOf(seller),
  )
})

it('has one receipt series for sales before a seller was set, and treats a missing tax number as empty', () => {
  expect(seriesOf(null)).toBe('')
  expect(seriesOf({ name: seller.name })).toBe(seriesOf({ name: seller.name, taxNumber: '' }))
})
