import { expect, test } from 'vitest'
import { languages, openPage, watchBrowser } from './open-page.ts'
import type { Language } from '#shared/language.ts'
import { defaultLook } from '#shared/brand-look.ts'
import { mailTexts, type AccountTemplate } from '#server/modules/outbox/code-and-security-texts.ts'
import { renderCustomerMail } from '#server/modules/outbox/customers/render-customer-mail.ts'
import { samples } from '#server/modules/outbox/customers/samples.ts'
import { renderMail } from '#server/modules/outbox/render-message.ts'

watchBrowser()

const origin = 'https://wayfare.example'
const sender = {
  brand: { en: 'Wayfare', 'zh-CN': '畅行' },
  look: defaultLook,
  publicOrigin: origin,
  consoleOrigin: origin,
}

/** Every mail of the product with sample content. */
const mailsIn = (language: Language): string[] => [
  ...(Object.keys(mailTexts[language]('Wayfare')) as AccountTemplate[]).map(
    (template) => renderMail({ template, language, code: '123456', link: `${origin}/x` }, sender).html,
  ),
  ...samples.map(({ told, known }) => renderCustomerMail(told, known, language, sender, `${origin}/stop`).html),
]

/**
 * Texts whose contrast with their background is under 4.5: as drawn, and with both colours inverted, as apps do that
 * ignore the theme of a mail (Gmail on iOS inverts all colours, Outlook for Windows too).
 */
const paleTexts = `(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = (rgb) => rgb.slice(0, 3).map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, at) => sum + value * [0.2126, 0.7152, 0.0722][at], 0)
  const contrast = (a, b) => { const [high, low] = [light(a), light(b)].sort((x, y) => y - x); return (high + 0.05) / (low + 0.05) }
  const invert = (rgb) => rgb.slice(0, 3).map((value) => 255 - value)
  const faults = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    if (texts.currentNode.data.trim() === '') continue
    const element = texts.currentNode.parentElement
    const color = channels(getComputedStyle(element).color)
    let at = element
    while (at && channels(getComputedStyle(at).backgroundColor)[3] === 0) at = at.parentElement
    if (!at) { faults.push('no background: ' + texts.currentNode.data.slice(0, 60)); continue }
    const ground = channels(getComputedStyle(at).backgroundColor)
    for (const [how, found] of [['drawn', contrast(color, ground)], ['inverted', contrast(invert(color), invert(ground))]])
      if (found < 4.5) faults.push(how + ' ' + found.toFixed(2) + ': ' + texts.currentNode.data.slice(0, 60))
  }
  return faults
})()`

test.each(languages)('every mail is readable in light, in dark and with inverted colours (%s)', async (language) => {
  const page = await openPage({ language, width: 'phone' })
  const mails = mailsIn(language)
  expect(mails.length).toBeGreaterThan(20)
  const faults: string[] = []
  for (const html of mails) {
    await page.setContent(html)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      faults.push(...(await page.evaluate<string[]>(paleTexts)).map((fault) => `${colorScheme} ${fault}`))
    }
    // The dark theme is drawn, not only announced.
    expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(11, 19, 16)')
  }
  expect([...new Set(faults)]).toEqual([])
})
