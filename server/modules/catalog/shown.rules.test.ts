import { expect, it } from 'vitest'
import { isShownIn, shownOrNone, noticeNow } from './catalog.rules.ts'

it('a notice is shown until its end, or until it is cleared', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const notice = { en: 'We move.', 'zh-CN': '正在迁移。' }
  const until = (text: string) => ({ ...notice, until: text })
  expect(noticeNow(null, now)).toBeNull()
  expect(noticeNow(notice, now)).toBe(notice)
  const later = until('2026-11-23T12:00:00.001Z')
  expect(noticeNow(later, now)).toBe(later)
  expect(noticeNow(until('2026-11-23T12:00:00Z'), now)).toBeNull()
})

it('hides sample content in PROD and shows it elsewhere', () => {
  const [sample, own] = [{ demo: true }, { demo: false }]
  expect(['DEV', 'TEST', 'PROD'].map((environment) => isShownIn(environment as 'DEV', sample))).toEqual([
    true,
    true,
    false,
  ])
  for (const shown of [own, {}]) expect(isShownIn('PROD', shown)).toBe(true)
  expect([shownOrNone('PROD', sample), shownOrNone('PROD', null)]).toEqual([null, null])
  expect([shownOrNone('PROD', own), shownOrNone('DEV', sample)]).toEqual([own, sample])
})
