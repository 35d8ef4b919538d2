import { expect, test } from 'vitest'
import { languages, openPage, watchBrowser } from './open-page.ts'

watchBrowser()

const fontSizes = `[...document.querySelectorAll('h1, h2, p, a, li, button, b, small')]
  .filter((node) => node.getClientRects().length > 0)
  .map((node) => parseFloat(getComputedStyle(node).fontSize))`

test.each(languages)('text doubles at 200 % zoom, and no text is under 14 px (%s)', async (language) => {
  const page = await openPage({ language, width: 'desktop' })
  for (const address of ['/', '/pricing', '/faq', '/login']) {
    await page.goto(address)
    const before = await page.evaluate<number[]>(fontSizes)
    const root = await page.evaluate<number>('parseFloat(getComputedStyle(document.documentElement).fontSize)')
    expect(root).toBeCloseTo(1440 * 0.052083, 0)
    expect(Math.min(...before)).toBeGreaterThanOrEqual(14)
    // Zoom halves the page's pixels, so an unchanged CSS size means that text doubles on screen.
    const sizeOf = (selector: string) =>
      page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`)
    const full = [await sizeOf('h1'), await sizeOf('main p'), await sizeOf('body')]
    await page.setViewportSize({ width: 720, height: 450 })
    expect([await sizeOf('h1'), await sizeOf('main p'), await sizeOf('body')]).toEqual(full)
    expect(Math.min(...(await page.evaluate<number[]>(fontSizes)))).toBeGreaterThanOrEqual(14)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
})

test('plans and configuration are prefetched 1.5 s after load and not before', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  const ahead = page.waitForRequest('**/api/payment/payment_shop')
  await page.goto('/download')
  await ahead
  const waited = await page.evaluate<number>(
    'performance.now() - performance.getEntriesByType("navigation")[0].loadEventEnd',
  )
  expect(waited).toBeGreaterThanOrEqual(1_500)
  await page.waitForFunction(() => Object.keys(sessionStorage).length > 0)
  await page.goto('/faq')
  await page.waitForLoadState('networkidle')
  const calls = await page.evaluate<number>(
    'performance.getEntriesByType("resource").filter((entry) => entry.name.includes("payment_shop")).length',
  )
  expect(calls).toBe(0)
})

test('a visit to pricing requests the plans once, whether or not the buyer touches the form', async () => {
  for (const reachesFirst of [true, false]) {
    const page = await openPage({ language: 'en', width: 'desktop' })
    let asked = 0
    let configured = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/payment_shop')) asked++
      if (request.url().endsWith('/system_client_config')) configured++
    })
    await page.goto('/pricing')
    const form = page.locator('[data-island]').first()
    if (reachesFirst) await form.hover()
    await expect.poll(() => configured).toBe(1)
    if (!reachesFirst) await form.hover()
    await page.locator('[data-island][data-live]').first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([asked, configured]).toEqual([1, 1])
  }
})

test('an untouched form is cached but not run, so a release may remove its scripts', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto('/login')
  const island = page.locator('[data-island=auth]')
  const scripts = ((await island.getAttribute('data-scripts')) ?? '').split(' ')
  expect(scripts.length).toBeGreaterThan(1)
  const fetched = (kind: string) =>
    page.evaluate<string[]>(
      `performance.getEntriesByType('resource').filter((entry) => ${kind}).map((entry) => new URL(entry.name).pathname)`,
    )
  await expect.poll(() => fetched(`entry.initiatorType === 'fetch'`)).toEqual(expect.arrayContaining(scripts))
  expect(await island.getAttribute('data-started')).toBe(null)
  const touched = await page.evaluate<number>('performance.now()')
  await island.dispatchEvent('pointerover')
  await page.locator('[data-island=auth][data-live]').waitFor()
  const sentAnew = await fetched(`entry.startTime >= ${touched} && entry.transferSize > 0`)
  expect(sentAnew.filter((script) => scripts.includes(script))).toEqual([])
})
