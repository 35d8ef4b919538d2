import { describe, expect, it } from 'vitest'
import { languages } from '#shared/language.ts'
import { defaultLook } from '#shared/brand-look.ts'
import { isNews, isReminder } from '../customer-messages.rules.ts'
import { customerTextsEn } from './customer-mail-texts.en.ts'
import { renderCustomerMail, writeText } from './render-customer-mail.ts'
import { samples } from './samples.ts'

const sender = { brand: { en: 'Wayfare', 'zh-CN': '畅行' }, look: defaultLook, publicOrigin: 'https://vpn.example' }
const stopUrl = 'https://vpn.example/en/mails/stop/token'
const plain = (html: string): string =>
  html
    .replace(/<title>.*?<\/title>/, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

it('there is a sample of every message', () => {
  expect(new Set(samples.map(({ told }) => told.template))).toEqual(new Set(Object.keys(customerTextsEn)))
})

describe.each(languages)('messages in %s', (language) => {
  describe.each(samples)('message $name', ({ told, known }) => {
    const mail = renderCustomerMail(told, known, language, sender, stopUrl)
    const text = writeText(told, known, language)

    it('a message says the same in HTML and text', () => {
      const html = plain(mail.html)
      for (const said of [text.heading, text.lead, text.action.label, ...text.rows.flat()]) {
        expect(mail.text).toContain(said)
        expect(html).toContain(said)
      }
      expect(mail.html).toContain(`https://vpn.example/${text.action.page.startsWith('/user/') ? '' : language}`)
    })

    it('the text of a message has no missing value, and its subject is one line of less than 70 characters', () => {
      expect(`${mail.subject}\n${mail.text}`).not.toMatch(/undefined|null|NaN|Invalid|\[object|\$\{| {2}|\s[.,。，]/)
      expect(mail.subject.length).toBeLessThan(70)
      expect(mail.subject).not.toContain('\n')
    })

    it('the HTML loads and runs nothing', () => {
      // The dark theme must be the mail's only style sheet.
      const [theme = ''] = /<style>:root\{color-scheme:light dark\}[^<>]*<\/style>/.exec(mail.html) ?? []
      expect(theme).not.toMatch(/url\(|@import|\\/i)
      expect(mail.html.replace(theme, '')).not.toMatch(
        /<(?:img|script|link|style|iframe|svg|form)|\bsrc=|url\(|@import|\bon[a-z]+=/i,
      )
    })

    it('a message names the zone of each time of day', () => {
      const times = [...`${mail.subject}\n${mail.text}`.matchAll(/.{0,12}\d\d:\d\d.{0,8}/g)].map(([around]) => around)
      for (const around of times) expect(around).toMatch(language === 'en' ? /UTC/ : /北京时间/)
    })

    it('only reminders and news have an unsubscribe link', () => {
      expect(mail.text.includes(stopUrl)).toBe(isReminder(told.template) || isNews(told.template))
      expect(mail.html.includes(stopUrl)).toBe(isReminder(told.template) || isNews(told.template))
    })
  })
})

it('writes each message except news in English and in Chinese, with equally many rows and the same action', () => {
  for (const { told, known } of samples) {
    // The text of news is written by operators, so it is not checked.
    if (isNews(told.template)) continue
    const [en, zh] = languages.map((language) => writeText(told, known, language))
    expect(en!.lead).not.toMatch(/[\u4e00-\u9fff]/)
    expect(zh!.lead).toMatch(/[\u4e00-\u9fff]/)
    expect(zh!.rows.length).toBe(en!.rows.length)
    expect(zh!.action.page).toBe(en!.action.page)
  }
})

it('escapes text chosen by a user', () => {
  const [sample] = samples.filter(({ name }) => name === 'first commission')
  const campaign = '<b onclick="x()">&'
  const mail = renderCustomerMail(sample!.told, { ...sample!.known, campaign }, 'en', sender, stopUrl)
  expect(mail.html).toContain('&lt;b onclick=&quot;x()&quot;&gt;&amp;')
})

describe('amounts and dates', () => {
  const textOf = (name: string, language: 'en' | 'zh-CN') => {
    const { told, known } = samples.find((each) => each.name === name)!
    return writeText(told, known, language)
  }

  it('makes the amounts of a receipt add up from price to paid', () => {
    expect(textOf('receipt', 'en')).toMatchObject({
      subject: 'Receipt: $38.16, 12 months',
      rows: [
        ['Plan', '12 months, 5 devices'],
        ['Price', '$44.90'],
        ['Code WAY15', '−$6.74'],
        ['Paid', '$38.16'],
        ['Order', '7Q2M-K9XD'],
      ],
    })
  })

  it('states the final amount of a partial refund, and that the membership stays', () => {
    const { subject, lead, rows } = textOf('refund part', 'en')
    expect(subject).toBe('$10.00 went back to you')
    expect(lead).toContain('You paid $28.16 in the end. Your membership still runs to 22\u00a0Nov\u00a02027.')
    expect(rows).toEqual([
      ['Paid', '$38.16'],
      ['Refunded', '−$10.00'],
      ['In the end', '$28.16'],
      ['Order', '7Q2M-K9XD'],
    ])
  })

  it('shows times in UTC in English and in Beijing time in Chinese to a reader without a known time zone', () => {
    expect(textOf('a day', 'en').subject).toBe('Your membership ends tomorrow at 09:14\u00a0UTC')
    expect(textOf('a day', 'zh-CN').subject).toBe('会员明天北京时间\u00a017:14 到期')
  })

  it('says "today" in a reminder that is sent late', () => {
    expect(textOf('a day, sent late', 'en').heading).toBe('Today at 11:14\u00a0UTC.')
    expect(textOf('ended, sent late', 'en').heading).toBe('It ended on 20\u00a0Nov.')
  })
})
