import { expect, test } from 'vitest'
import { siteDays } from './page-cache.ts'

test('a Chinese page uses the day in China, and an English one the day in UTC', () => {
  expect(siteDays(new Date('2026-11-23T15:59:59Z'))).toEqual({ en: '2026-11-23', 'zh-CN': '2026-11-23' })
  expect(siteDays(new Date('2026-11-23T16:00:00Z'))).toEqual({ en: '2026-11-23', 'zh-CN': '2026-11-24' })
  expect(siteDays(new Date('2026-12-31T23:59:59Z'))).toEqual({ en: '2026-12-31', 'zh-CN': '2027-01-01' })
})
