import { expect, it } from 'vitest'
import { seriesOf } from './receipts.rules.ts'

const seller = { name: 'Wayfare Ltd.', taxNumber: 'GB 123', address: '1 High Street' }

it('another company or tax number starts a new receipt series', () => {
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

it('a new address, email or tax rate keeps the receipt series', () => {
  const moved = { ...seller, address: '2 Low Street', email: 'new@wayfare.example' }
  expect(seriesOf(moved)).toBe(seriesOf(seller))
  expect(seriesOf({ ...seller, tax: { label: { en: 'VAT', 'zh-CN': '增值税' }, rateBps: 2_000 } })).toBe(
    seriesOf(seller),
  )
})

it('sales before a seller was set have one series, and a missing tax number counts as empty', () => {
  expect(seriesOf(null)).toBe('')
  expect(seriesOf({ name: seller.name })).toBe(seriesOf({ name: seller.name, taxNumber: '' }))
})
