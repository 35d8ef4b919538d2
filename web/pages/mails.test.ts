import { expect, it } from 'vitest'
import { defaultLook } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import mails from './mails.tsx'
import en from '#text/en/site/unsubscribe.ts'
import zh from '#text/zh-CN/site/unsubscribe.ts'

const data = {
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  look: defaultLook,
  mark: null,
  pageTexts: {},
  pictures: null,
} as unknown as SiteData

it.each([
  ['/mails/stop/news-x', 'Unsubscribe from news | Wayfare', '退订资讯邮件 | 畅行'],
  ['/mails/stop/x', `${en.stopTitle} | Wayfare`, `${zh.stopTitle} | 畅行`],
  ['/mails/stopped', `${en.stoppedTitle} | Wayfare`, `${zh.stoppedTitle} | 畅行`],
  ['/mails/not-stopped', `${en.notStoppedTitle} | Wayfare`, `${zh.notStoppedTitle} | 畅行`],
  ['/mails/stop/accountant-x', `${en.reportTitle} | Wayfare`, `${zh.reportTitle} | 畅行`],
  ['/mails/accountant-stopped', `${en.stoppedTitle} | Wayfare`, `${zh.stoppedTitle} | 畅行`],
  ['/mails/confirm/accountant-x', `${en.confirmTitle} | Wayfare`, `${zh.confirmTitle} | 畅行`],
  ['/mails/confirmed', `${en.confirmedTitle} | Wayfare`, `${zh.confirmedTitle} | 畅行`],
  ['/mails/over', `${en.notStoppedTitle} | Wayfare`, `${zh.notStoppedTitle} | 畅行`],
])('the title of %s describes the page', (path, english, chinese) => {
  const title = (language: 'en' | 'zh-CN') =>
    mails.head({ t: language === 'en' ? en : zh, data, language, path } as Parameters<typeof mails.head>[0]).title
  expect(title('en')).toBe(english)
  expect(title('zh-CN')).toBe(chinese)
})
