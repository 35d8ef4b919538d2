import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { exportFileName, filterText } from './export-filters.ts'

beforeAll(() => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
})
afterAll(() => {
  vi.unstubAllEnvs()
})
const november = { from: '2026-10-31T16:00:00.000Z', until: '2026-11-30T16:00:00.000Z' }

it('export files with different filters have different names that state them', () => {
  expect(exportFileName({ list: 'orders', filters: {} })).toBe('orders.csv')
  expect(exportFileName({ list: 'orders', filters: { ...november, currency: 'USD' } })).toBe(
    'orders-USD-from-2026-11-01-until-2026-12-01.csv',
  )
  expect(exportFileName({ list: 'audit', filters: { operator: 'ann / ../x', from: november.from } })).toBe(
    'audit-ann-..-x-from-2026-11-01.csv',
  )
})

it("the filters of an export are shown in the operator's time zone", () => {
  const field = (name: string) => name.toUpperCase()
  expect(filterText({ ...november, status: 'paid' }, field, 'en')).toBe(
    'FROM 1\u00a0Nov\u00a02026, 00:00 · UNTIL 1\u00a0Dec\u00a02026, 00:00 · STATUS paid',
  )
  expect(filterText(november, field, 'zh-CN')).toBe('FROM 2026.11.01 00:00 · UNTIL 2026.12.01 00:00')
})
