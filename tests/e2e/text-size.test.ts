import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visit } from './axe.ts'
import { pastTheEdge } from './narrow.ts'
import { openAccount } from './open-account.ts'
import { languages, openPage, watchBrowser } from './open-page.ts'
import { accountRoutes, publicRoutes } from './routes.ts'

watchBrowser()

/** Texts cut off by a box that hides its overflow, and words that stick out of a button or label. */
const cutTexts = `(() => {
  const faults = []
  const boxes = (element) => {
    const found = []
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(at)
      const hides = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
      if (/auto|scroll/.test(overflowX + overflowY) || textOverflow === 'ellipsis') return found
      if (hides || at.matches('button, .btn, .tag, .seg > *')) found.push(at)
    }
    return found
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const element = text.parentElement
    if (text.data.trim() === '' || element.closest('svg, .vh, [inert], [aria-hidden=true], script, style, template')) continue
    if (getComputedStyle(element).clipPath !== 'none' || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const box of boxes(element)) {
      const outer = box.getBoundingClientRect()
      if (outer.width <= 1 || getComputedStyle(box).clipPath !== 'none') continue
      const isCut = [...range.getClientRects()].some(
        (inner) => inner.width > 0 && (inner.left < outer.left - 2 || inner.right > outer.right + 2 || inner.top < outer.top - 6 || inner.bottom > outer.bottom + 6))
      if (isCut) faults.push('cut text "' + text.data.slice(0, 60) + '" in ' + box.outerHTML.slice(0, 90))
    }
  }
  return faults
})()`

const sizeOf = (page: Page, selector: string) =>
  page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`)

async function faultsOf(page: Page, route: string): Promise<string[]> {
  const faults = [...(await page.evaluate<string[]>(pastTheEdge)), ...(await page.evaluate<string[]>(cutTexts))]
  return faults.map((fault) => `${route} ${fault}`)
}

describe.each(languages)('browser with doubled text (%s)', (language) => {
  test('public pages are shown whole and do not scroll sideways on a phone', async () => {
    const page = await openPage({ language, width: 'phone', largeText: true, expected: [/status of 404/] })
    const faults: string[] = []
    for (const route of publicRoutes.filter((each) => each !== '/loading')) {
      await visit(page, route)
      faults.push(...(await faultsOf(page, route)))
    }
    expect(faults).toEqual([])
  })

  test('account pages are shown whole and do not scroll sideways on a phone', async () => {
    const page = await openPage({ language, width: 'phone', largeText: true, expected: [/status of 404/] })
    await openAccount(page, language)
    const faults: string[] = []
    for (const route of accountRoutes) {
      await visit(page, route)
      faults.push(...(await faultsOf(page, route)))
    }
    expect(faults).toEqual([])
  })
})

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
  for (const language of languages)
    for (const width of largeText ? [390] : [1440, 390, 375, 360, 320]) {
      const page = await openPage({ language, width: width > 640 ? 'desktop' : 'phone', largeText })
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
  expect(faults).toEqual([])
})
