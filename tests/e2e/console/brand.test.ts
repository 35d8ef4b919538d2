import { expect, inject, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import en from '#console/text/en/places/brand.ts'
import zh from '#console/text/zh-CN/places/brand.ts'
import { faultsOf } from '../axe.ts'
import { openPage, watchBrowser } from '../open-page.ts'
import { openConsole } from './console-steps.ts'

watchBrowser()
// axe enters the preview frame, in which scripts are blocked.
const expected = [/status of 40[0-9]/, /Blocked script execution in '[^']*\/console\/preview-brand\//]
const texts = { en, 'zh-CN': zh }

test.each<[Language, 'desktop' | 'phone']>([
  ['en', 'desktop'],
  ['zh-CN', 'phone'],
])('an owner sees a brand that is not saved on the real pages (%s, %s)', async (language, width) => {
  const t = texts[language]
  const page = await openPage({ language, width, expected })
  await openConsole(page, language, 'owner')
  await page.goto('/console/system/brand')
  const look = page.getByRole('region', { name: t.look.title })
  const main = look.getByRole('textbox', { name: t.look.main, exact: true })
  await main.fill('#ff8800')
  await look
    .getByRole('button', { name: /#a75804/ })
    .first()
    .click()
  expect(await main.inputValue()).toBe('#a75804')
  const data = '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'
  const file = { name: 'mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(data) }
  const mark = page.getByRole('region', { name: t.mark.title, exact: true })
  await mark.locator('input[type=file]').setInputFiles(file)
  await mark.getByRole('img', { name: t.mark.alt }).waitFor()
  const sentences = page.getByRole('region', { name: t.sentences.title })
  await sentences.getByRole('button', { name: t.sentences.edit }).nth(3).click()
  await sentences
    .locator('textarea')
    .nth(language === 'en' ? 0 : 1)
    .fill('Ducks go far')

  const preview = page.getByRole('region', { name: t.preview })
  const frame = preview.frameLocator('iframe:not(.coming)')
  await frame.getByRole('heading', { name: 'Ducks go far' }).waitFor()
  const root = frame.locator('html')
  const plate = () => root.evaluate(`(html) => getComputedStyle(html).getPropertyValue('--plate').trim()`)
  expect(await plate()).toBe('#a75804')
  expect(await frame.locator('header .logo img').getAttribute('src')).toContain(encodeURIComponent('M0 0h9v9z'))
  await preview.getByRole('button', { name: t.dark, exact: true }).click()
  await expect.poll(() => root.getAttribute('data-theme')).toBe('dark')
  await preview.getByRole('button', { name: t.narrow, exact: true }).click()
  expect(await root.evaluate('() => window.innerWidth')).toBeLessThanOrEqual(390)
  expect(await faultsOf(page)).toEqual([])
  expect(await (await page.request.get('/en')).text()).not.toContain('#a75804')
})

test('the preview of a brand is for owners who are signed in, runs nothing, and shows no unchecked drawing', async () => {
  const path = '/console/preview-brand/en/home'
  const form = { mark: JSON.stringify({ kind: 'svg', data: '<svg viewBox="0 0 1 1" onload="alert(1)"/>' }) }
  const stranger = await fetch(inject('e2e').origin + path, { method: 'POST', body: new URLSearchParams(form) })
  expect(stranger.status).toBe(401)
  const viewer = await openPage({ language: 'en', width: 'desktop', expected })
  await openConsole(viewer, 'en', 'viewer')
  expect((await viewer.request.post(path, { form })).status()).toBe(403)
  await viewer.goto('/console/system/brand')
  await viewer.getByText(en.ownerOnly).waitFor()

  const owner = await openPage({ language: 'en', width: 'desktop', expected })
  await openConsole(owner, 'en', 'owner')
  const drawn = await owner.request.post(path, { form })
  expect(await drawn.text()).not.toContain('onload')
  expect(drawn.headers()['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox allow-same-origin$/)
  expect((await owner.request.post('/console/preview-brand/en/toString', { form })).status()).toBe(404)
})
