import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pathPattern } from '#web/render/match-path.ts'
import { faultsOf, visit } from './axe.ts'
import { faultsOfLargeText } from './large-text.ts'
import { judgeWidths } from './narrow.ts'
import { onOneScreen, openPage, watchBrowser } from './open-page.ts'
import { accountRoutes, ownRoutes, passingRoutes, publicRoutes } from './routes.ts'

watchBrowser()

test('the accessibility check reports a nameless button, crowded targets, low contrast in the dark theme and a page wider than the screen', async () => {
  const page = await openPage({ language: 'en', width: 'phone' })
  await page.goto('/loading')
  await page.evaluate(`(() => {
    document.body.append(document.createElement('button'))
    for (const name of ['one', 'two']) {
      const crowded = document.createElement('button')
      crowded.textContent = name
      Object.assign(crowded.style, { width: '10px', height: '10px', minWidth: '0', minHeight: '0', padding: '0', overflow: 'hidden' })
      document.body.append(crowded)
    }
    const pale = document.createElement('p')
    pale.textContent = 'pale in the dark'
    pale.style.color = '#333'
    pale.style.width = '1000px'
    document.body.append(pale)
  })()`)
  const faults = (await faultsOf(page)).join('\n')
  expect(faults).toContain('(light) button-name')
  expect(faults).toContain('(light) target-size')
  expect(faults).toContain('(dark) color-contrast')
  expect(faults).toContain('wider than the screen')
  expect(faults).toMatch(/button "" is \d+ × \d+ px/)
  expect(faults).not.toContain('(light) color-contrast')
})

test('touch targets made too small are reported even when another page with the same outline was checked before', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await visit(page, '/login')
  await faultsOf(page)
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.top button, .top a { width: 12px !important; height: 12px !important; min-width: 0 !important; min-height: 0 !important; padding: 0 !important; margin: 0 !important; overflow: hidden }')
    document.adoptedStyleSheets = [sheet]
  })()`)
  expect((await faultsOf(page)).join('\n')).toContain('(light) target-size')
})

test('touch targets overlapped by neighbours are reported even when a page with the same outline was checked before', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await visit(page, '/register')
  await faultsOf(page)
  await page.evaluate(`(() => {
    const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect()
    const [link, button] = [boxOf('.top [data-language]'), boxOf('[data-theme-toggle]')]
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-theme-toggle] { transform-origin: left; transform: translateX(' + (link.left + 8 - button.left) + 'px) scaleX(' + link.width / button.width + ') }')
    document.adoptedStyleSheets = [sheet]
  })()`)
  expect((await faultsOf(page)).join('\n')).toMatch(/[(]light[)] target-size.*\s.*\s.*obscured/)
})

test('a page that is too wide in a common window of another device is reported', async () => {
  judgeWidths('all')
  try {
    const page = await openPage({ language: 'en', width: 'phone' })
    await page.goto('/loading')
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('@media (min-width: 1000px) { body { width: 1500px } }')
      document.adoptedStyleSheets = [sheet]
    })()`)
    expect((await faultsOf(page)).join('\n')).toMatch(
      /^\/\S*loading at 1440 px the page is \d+ px wider than the screen$/,
    )
  } finally {
    judgeWidths('own')
  }
})

test('a text that a button cuts off, and a page that is too wide, only with doubled text are reported, and the page is usual again', async () => {
  const page = await openPage({ language: 'en', width: 'desktop' })
  await page.goto('/loading')
  await page.evaluate(`(() => {
    const button = document.createElement('button')
    button.textContent = 'A name of a button'
    Object.assign(button.style, { fontSize: 'medium', width: '180px', height: '44px', minWidth: '0', padding: '0', whiteSpace: 'nowrap' })
    const wide = document.createElement('p')
    Object.assign(wide.style, { fontSize: 'medium', width: '20em', height: '1px' })
    document.body.append(button, wide)
  })()`)
  const drawn = () =>
    page.evaluate('[innerWidth, getComputedStyle([...document.querySelectorAll("button")].at(-1)).fontSize]')
  const before = await drawn()
  const faults = (await faultsOfLargeText(page)).join('\n')
  expect(faults).toMatch(/loading [(]doubled text[)] the page is \d+ px wider than the screen/)
  expect(faults).toContain('/loading (doubled text) cut text "A name of a button"')
  expect(await drawn()).toEqual(before)
})

onOneScreen(
  { language: 'en', width: 'phone' },
  'a journey on one screen reports a page that is too wide at the other width',
  async (screen) => {
    const page = await openPage(screen)
    await page.goto('/loading')
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('@media (min-width: 700px) { body { width: 900px } }')
      document.adoptedStyleSheets = [sheet]
    })()`)
    expect((await faultsOf(page)).join('\n')).toMatch(
      /^\/\S*loading at 720 px the page is \d+ px wider than the screen$/,
    )
  },
)

test('every route that a page declares is among the visited routes', async () => {
  const root = path.join(import.meta.dirname, '../..')
  const sources = await Promise.all(
    (await Array.fromAsync(glob('web/pages/*.tsx', { cwd: root }))).map((file) =>
      readFile(path.join(root, file), 'utf8'),
    ),
  )
  const declared = sources.flatMap((source) =>
    [...(/paths: \[([^\]]*)\]/.exec(source)?.[1] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1] ?? ''),
  )
  expect(declared.length).toBeGreaterThan(10)
  const visited = [...publicRoutes, ...passingRoutes, ...ownRoutes, ...accountRoutes, '/user']
  expect(declared.filter((pattern) => !visited.some((route) => pathPattern(pattern).test(route)))).toEqual([])
})
