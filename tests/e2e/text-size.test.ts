import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './axe.ts'
import { openAccount } from './open-account.ts'
import { languages, openPage, watchBrowser } from './open-page.ts'

watchBrowser()

const sizeOf = (page: Page, selector: string) =>
  page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`)

test('text of pages, account and buttons doubles with the text size of the browser, at any width', async () => {
  for (const width of ['phone', 'desktop'] as const) {
    const sizes = async (largeText: boolean) => {
      const page = await openPage({ language: 'en', width, largeText })
      await page.goto('/pricing')
      const found = [await sizeOf(page, 'main'), await sizeOf(page, '.foot h2')]
      await openAccount(page, 'en')
      await visit(page, '/user/profile')
      await page.locator('main .btn').first().waitFor()
      return [...found, await sizeOf(page, 'main'), await sizeOf(page, 'main .btn')]
    }
    const usual = await sizes(false)
    expect(usual[0]).toBe(16)
    expect(await sizes(true)).toEqual(usual.map((size) => 2 * size))
  }
})

test('a wide window with doubled text has the layout of one half as wide', async () => {
  const page = await openPage({ language: 'en', width: 'desktop', largeText: true })
  await page.goto('/')
  expect(await page.locator('.burger').isVisible()).toBe(true)
  expect(await sizeOf(page, 'h1')).toBe(128)
})

test.each([
  { title: 'a common phone', width: 390, height: 844, isFixed: true },
  { title: 'a low phone', width: 360, height: 640, isFixed: true },
  { title: 'the narrowest phone', width: 320, height: 640, isFixed: false },
  { title: 'a phone on its side', width: 620, height: 320, isFixed: false },
  { title: 'doubled text', width: 390, height: 844, isFixed: false, largeText: true },
])('the pay button stays in sight on $title only where it leaves room: $isFixed', async (screen) => {
  const { width, height, isFixed, largeText = false } = screen
  const page = await openPage({ language: 'en', width: 'phone', largeText })
  await page.setViewportSize({ width, height })
  await page.goto('/pricing')
  const pay = page.locator('[data-island=checkout] button[type=submit]')
  await pay.waitFor()
  const { y = 0, height: tall = 0 } = (await pay.boundingBox()) ?? {}
  expect(y + tall <= height).toBe(isFixed)
  const covered = await page.evaluate<number>(`(() => {
    const panel = document.querySelector('[data-island=checkout] button[type=submit]').parentElement
    return getComputedStyle(panel).position === 'sticky' ? panel.offsetHeight / innerHeight : 0
  })()`)
  expect(covered).toBeLessThan(isFixed ? 0.34 : 0.01)
})

test.each([false, true])('no method touches the border of its tile (doubled text: %s)', async (largeText) => {
  const faults: string[] = []
  const screens = largeText
    ? [{ width: 'phone', widths: [390] } as const]
    : [{ width: 'desktop', widths: [1440] } as const, { width: 'phone', widths: [390, 375, 360, 320] } as const]
  for (const [language, { width: device, widths }] of languages.flatMap((each) =>
    screens.map((screen) => [each, screen] as const),
  )) {
    const page = await openPage({ language, width: device, largeText })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/pricing')
      // All five methods, also if the shop of this test sells no crypto.
      await page.locator('#methods label').last().waitFor()
      await page.evaluate(`(() => {
        const tiles = document.querySelectorAll('#methods label')
        if (tiles.length > 4) return
        const more = tiles[0].cloneNode(true)
        more.querySelector('span').textContent = '${language === 'en' ? 'Crypto' : '加密货币'}'
        tiles[0].after(more)
      })()`)
      const gaps = await page.evaluate<
        [string, number][]
      >(`[...document.querySelectorAll('#methods label')].map((tile) => {
        const range = document.createRange()
        range.selectNodeContents(tile.querySelector('span'))
        const [text, box] = [range.getBoundingClientRect(), tile.getBoundingClientRect()]
        return [range.toString(), Math.min(text.left - box.left, box.right - text.right)]
      })`)
      expect(gaps.length).toBeGreaterThan(4)
      for (const [text, gap] of gaps) if (gap < 4.9) faults.push(`${language} ${width} ${text} ${gap}`)
    }
  }
  expect(faults).toEqual([])
})
