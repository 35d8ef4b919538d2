import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { visit } from './axe.ts'
import { openConsole } from './console/console-steps.ts'
import { chooseGroup, payAtCashier } from './group-steps.ts'
import { openAccount } from './open-account.ts'
import { openPage, sizes, watchBrowser } from './open-page.ts'
import { accountRoutes, publicRoutes } from './routes.ts'
import { chooseAlipay, reachCashier } from './steps.ts'

watchBrowser()

/**
 * Controls that look alike when the system removes backgrounds and shadows: a choice without an outline or border in
 * the system's colour for selections, an unchosen one that has it or has no edge, a button with neither edge nor
 * underline, and a measure whose colour is removed. Drawings that have only colours of their background, such as
 * black lines of a QR code on black. Controls that the browser draws are left out.
 */
const invisibleStates = `(() => {
  const probe = document.createElement('i')
  probe.style.color = 'Highlight'
  document.body.append(probe)
  const highlight = getComputedStyle(probe).color
  probe.style.color = 'Canvas'
  const canvas = getComputedStyle(probe).color
  probe.remove()
  const linesOf = (style) => [
    [style.outlineStyle, style.outlineWidth, style.outlineColor],
    ...['Top', 'Right', 'Bottom', 'Left'].map((side) => ['Style', 'Width', 'Color'].map((part) => style['border' + side + part])),
  ].filter(([kind, width]) => kind !== 'none' && parseFloat(width) >= 1)
  const boxesOf = (element) => [element, ...element.querySelectorAll('*')].flatMap((node) =>
    [null, '::before', '::after'].map((part) => getComputedStyle(node, part)).filter((style, at) => at === 0 || style.content !== 'none'))
  const hasEdge = (element) => boxesOf(element).some((style) => linesOf(style).length > 0)
  const isUnderlined = (element) => getComputedStyle(element).textDecorationLine === 'underline'
  const isMarked = (element) => boxesOf(element).some((style) => linesOf(style).some(([, width, color]) => parseFloat(width) >= 2 && color === highlight))
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const isDrawnByBrowser = (element) => {
    const { appearance, opacity } = getComputedStyle(element)
    return element.matches('input') && appearance !== 'none' && opacity === '1' && isShown(element)
  }
  const holderOf = (element) => (element.matches('input') ? element.closest('label') ?? element.parentElement : element)
  const faults = []
  const say = (element, fault) => faults.push(fault + ': ' + element.outerHTML.slice(0, 160))
  const check = (selector, judge) => {
    for (const element of document.querySelectorAll(selector)) {
      const holder = holderOf(element)
      if (!element.closest('[inert], iframe') && isShown(holder) && !isDrawnByBrowser(element)) judge(element, holder)
    }
  }
  const state = (value) => \`[aria-selected=\${value}], [aria-pressed=\${value}]\`
  check('input:checked, [aria-current]:not([aria-current=false]), ' + state(true), (element, holder) => {
    if (!isMarked(holder)) say(element, 'chosen without a mark')
  })
  check('input:is([type=radio], [type=checkbox]):not(:checked), ' + state(false), (element, holder) => {
    if (isMarked(holder)) say(element, 'marked although not chosen')
    if (!hasEdge(holder)) say(element, 'choice without an edge')
  })
  check('button, a.btn', (element) => {
    if (!hasEdge(element) && !isUnderlined(element)) say(element, 'button without an edge')
  })
  check('progress, .dot, [data-strength], [data-state].proof', (element) => {
    if (getComputedStyle(element).forcedColorAdjust !== 'none') say(element, 'measure without a colour')
  })
  const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number)
  const isPainted = (color) => color.startsWith("rgb") && channels(color)[3] !== 0
  const light = (color) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b)
    return (bright + 0.05) / (dark + 0.05)
  }
  const backOf = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { backgroundColor, forcedColorAdjust } = getComputedStyle(at)
      if (channels(backgroundColor)[3] !== 0) return forcedColorAdjust === 'none' ? backgroundColor : canvas
    }
    return canvas
  }
  check('svg', (element) => {
    const paints = [...element.querySelectorAll('path, line, rect, circle, polyline')].flatMap((shape) => {
      const { fill, stroke } = getComputedStyle(shape)
      return [fill, stroke].filter(isPainted)
    })
    const back = backOf(element)
    if (paints.length > 0 && paints.every((paint) => contrast(paint, back) < 1.5)) say(element, 'drawing in the colour of its background')
  })
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  check('body *', (element) => {
    const { color, forcedColorAdjust } = getComputedStyle(element)
    if (hasText(element) && forcedColorAdjust !== 'none' && color === canvas) say(element, 'text in the colour of the page')
  })
  return faults
})()`

async function openForced(
  language: 'en' | 'zh-CN',
  width: 'phone' | 'desktop',
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Page> {
  const page = await openPage({ language, width, expected: [/status of 404/] })
  await page.emulateMedia({ forcedColors: 'active', colorScheme })
  return page
}

const consoleRoutes = [
  '/console/today',
  '/console/queue/reviews',
  '/console/orders',
  '/console/people',
  '/console/shop/plans',
  '/console/texts/announcement',
  '/console/system/notifications',
  '/console/system/audit',
  '/console/system/nodes',
]

/** Judges a page on a black and on a white screen, on a phone and on a computer. */
async function faultsAtEachWidth(page: Page, where: string): Promise<string[]> {
  const faults: string[] = []
  for (const viewport of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(viewport)
    // Parts that are drawn otherwise at another width follow in the next frame.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      const found = await page.evaluate<string[]>(invisibleStates)
      faults.push(...found.map((fault) => `${where} (${viewport.width} px, ${colorScheme}) ${fault}`))
    }
  }
  return faults
}

describe('high contrast of the system', () => {
  const language = 'en'

  test('each choice, its state and each button are visible on public pages', async () => {
    const page = await openForced(language, 'desktop')
    const faults: string[] = []
    for (const route of publicRoutes.filter((each) => each !== '/loading')) {
      await visit(page, route)
      faults.push(...(await faultsAtEachWidth(page, route)))
    }
    expect(faults).toEqual([])
  })

  test('each choice, its state and each button are visible in checkout and the account', async () => {
    const page = await openForced(language, 'desktop')
    const faults: string[] = []
    const look = async (where: string) => faults.push(...(await faultsAtEachWidth(page, where)))
    await openAccount(page, language)
    for (const route of accountRoutes) {
      await visit(page, route)
      await look(route)
    }
    await visit(page, '/pricing')
    await chooseAlipay(page, language)
    await look('checkout')
    expect(faults).toEqual([])
  })
})

test('the QR code of a payment and the lanes that draw the seats of a group are visible on black', async () => {
  const screen = { language: 'en', width: 'desktop' } as const
  const page = await openForced('en', 'desktop', 'dark')
  await openAccount(page, 'en')
  await chooseGroup(page, screen, { size: 3, who: 'self' })
  const cashier = await reachCashier(page, screen)
  const faults = await page.evaluate<string[]>(invisibleStates)
  await payAtCashier(page, cashier, screen)
  await page.locator('[aria-hidden] path[data-state=open]').first().waitFor({ state: 'attached' })
  expect([...faults, ...(await page.evaluate<string[]>(invisibleStates))]).toEqual([])
})

test('each choice, its state and each button are visible in the console', async () => {
  const page = await openForced('en', 'desktop')
  const faults: string[] = []
  await openConsole(page, 'en', 'owner')
  for (const route of consoleRoutes) {
    await page.goto(route)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    faults.push(...(await page.evaluate<string[]>(invisibleStates)).map((fault) => `${route} ${fault}`))
  }
  expect(faults).toEqual([])
})

test('the check for high contrast finds states that only a background shows', async () => {
  const page = await openForced('en', 'desktop')
  await page.goto('/pricing')
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('fieldset *, fieldset *::before, fieldset *::after { outline: 0 !important; border: 0 !important }')
    document.adoptedStyleSheets = [sheet]
  })()`)
  const faults = (await page.evaluate<string[]>(invisibleStates)).join('\n')
  expect(faults).toContain('chosen without a mark')
  expect(faults).toContain('choice without an edge')
})
