import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { tooNarrowFor } from './narrow.ts'
import { noteOf } from './outline.ts'
import { smallTargets } from './small-targets.ts'

/**
 * Minified source of axe, sent to every document. Calling it directly takes a third of the time of Playwright's
 * wrapper. Its few characters outside ASCII, in names and strings, are escaped: with one of them, the
 * browser handles 650 KB as text of two bytes a character, and sending and loading take twice the time.
 */
const source = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
).replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.codePointAt(0)?.toString(16).padStart(4, '0')}`)

type Runs = { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }
type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] }
const standards: Runs = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const sizes: Runs = { type: 'rule', values: ['target-size'] }
/** Minimum target size in px: WCAG 2.5.8. */
const leastOfAxe = 24
const colours: Runs = { type: 'rule', values: ['color-contrast'] }

/**
 * Violations of WCAG 2.0 to 2.2 A and AA in the light and the dark theme; horizontal overflow of the page and of open
 * dialogs at the current width, and of the page also on the narrowest phone or, for a desktop, at 200 % zoom; on
 * phones also targets too small for a finger. axe judges each page outline once per run, because repeating it in
 * every journey takes a third of their time.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const where = new URL(page.url()).pathname
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  const faults: string[] = isPhone ? await smallTargets(page) : []
  const note = (violations: readonly Violation[], theme: string) => {
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        faults.push(`${where} (${theme}) ${id}: ${String(target)} ${failureSummary ?? ''}`)
  }
  const judged = await noteOf(page)
  if (judged && existsSync(judged)) {
    // Checks that depend on text length run in each language. axe only rechecks target sizes if a target is small or
    // overlaps another.
    if ((await smallTargets(page, leastOfAxe, true)).length > 0) note(await sizeViolationsIn(page), 'light')
  } else {
    // Without bars to hide, one run judges sizes together with everything else.
    const hasBars = await page.evaluate<boolean>(`(${findBars})().length > 0`)
    note(await violationsIn(page, standards, { 'target-size': { enabled: !hasBars } }), 'light')
    if (hasBars) note(await sizeViolationsIn(page), 'light')
    // Themes only differ in colours.
    const showLight = await showDark(page)
    note(await violationsIn(page, colours), 'dark')
    await showLight()
    // The page is marked as judged only at the end, so that an aborted check does not count.
    if (judged) await writeFile(judged, '')
  }
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  if (overflow > 0) faults.push(`${where} is ${overflow} px wider than the screen`)
  const wideDialogs = await page.evaluate<number[]>(
    `[...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.scrollWidth - dialog.clientWidth)`,
  )
  for (const wide of wideDialogs) if (wide > 0) faults.push(`${where} has a dialog that scrolls ${wide} px sideways`)
  return [...faults, ...(await tooNarrowFor(page)).map((fault) => `${where} ${fault}`)]
}

/**
 * Switches to the dark theme and returns a function that restores the light one. Emulating the system setting redraws
 * every frame twice, so our pages avoid it.
 */
async function showDark(page: Page): Promise<() => Promise<unknown>> {
  const isOurs = await page.evaluate<boolean>(`'theme' in document.documentElement.dataset`)
  if (!isOurs) {
    await page.emulateMedia({ colorScheme: 'dark' })
    return () => page.emulateMedia({ colorScheme: 'light' })
  }
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  return () => page.evaluate(`document.documentElement.dataset.theme = 'light'`)
}

/** Visible bars that stick to the lower edge. */
const findBars = `() => [...document.querySelectorAll('body *')].filter((element) => {
  const { position, bottom } = getComputedStyle(element)
  return /sticky|fixed/.test(position) && bottom === '0px' && element.offsetHeight < innerHeight / 2 && element.checkVisibility()
})`
/** What a bar covers now can be scrolled free. `smallTargets` judges the bars' own targets. */
const hideBars = `for (const bar of (${findBars})()) {
  bar.dataset.hiddenBar = bar.style.visibility
  bar.style.visibility = 'hidden'
}`
const showBars = `(() => {
  for (const bar of document.querySelectorAll('[data-hidden-bar]')) {
    bar.style.visibility = bar.dataset.hiddenBar
    delete bar.dataset.hiddenBar
  }
})()`
async function sizeViolationsIn(page: Page): Promise<Violation[]> {
  await page.evaluate(hideBars)
  const violations = await violationsIn(page, sizes)
  await page.evaluate(showBars)
  return violations
}

async function violationsIn(
  page: Page,
  runOnly: Runs,
  rules: Readonly<Record<string, { readonly enabled: boolean }>> = {},
): Promise<Violation[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>('Boolean(globalThis.axe)'))) await frame.evaluate(source)
  // Skips loading style sheets for rules outside these standards, which takes a third of the time.
  const options = JSON.stringify({ runOnly, rules, resultTypes: ['violations'], preload: { assets: ['media'] } })
  return page.evaluate<Violation[]>(`axe.run(document, ${options}).then(({ violations }) => violations)`)
}

export async function visit(page: Page, route: string): Promise<void> {
  await page.goto(route)
  for (const island of await page.locator('[data-island]').filter({ visible: true }).all())
    await island.dispatchEvent('pointerover')
  const waiting = page.locator('[data-island]:not([data-live]), [aria-busy="true"]').filter({ visible: true })
  await waiting.first().waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor()
}
