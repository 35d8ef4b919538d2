import { expect, it } from 'vitest'
import { momentIn } from './moment-text.ts'

const at = new Date('2026-09-05T18:07:00Z')

it.each([
  ['UTC', '5 Sep 2026, 18:07 (UTC)', '2026年9月5日 18:07 (UTC)'],
  ['Asia/Shanghai', '6 Sep 2026, 02:07 (UTC+8)', '2026年9月6日 02:07 (UTC+8)'],
  ['America/St_Johns', '5 Sep 2026, 15:37 (UTC-2:30)', '2026年9月5日 15:37 (UTC-2:30)'],
])('a moment is written in the time zone %s with its offset', (zone, en, zh) => {
  expect([momentIn(at, 'en', zone), momentIn(at, 'zh-CN', zone)]).toEqual([en, zh])
})

it('midnight is written as 00:00', () => {
  expect(momentIn(new Date('2026-09-05T16:00:00Z'), 'en', 'Asia/Shanghai')).toBe('6 Sep 2026, 00:00 (UTC+8)')
})
