import { expect, it } from 'vitest'
import en from '#text/en/site/home.ts'
import chinese from '#text/zh-CN/site/home.ts'

it('the site claims 99.999 % uptime in both languages and the matching downtime', () => {
  for (const { uptime } of [en, chinese]) expect(uptime).toBe('99.999')
  const minutesOff = ((100 - 99.999) / 100) * 365 * 24 * 60
  expect(Math.floor(minutesOff)).toBe(5)
  expect(en.uptimeText).toContain('five minutes')
  expect(chinese.uptimeText).toContain('6\u00a0分钟')
})
