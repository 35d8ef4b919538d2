import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { tooNarrowFor } from './narrow.ts'
import { noteOf } from './outline.ts'
import { smallTargets } from './small-targets.ts'

/** The engine that the package for Playwright brings along; asked directly, it takes a third of the time. Each document is sent it: less than half in its short form. */
const source = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

type Runs = { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }
type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] }
const standards: Runs = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const sizes: Runs = { type: 'rule', values: ['target-size'] }
/** Of a target, in px: WCAG 2.5.8. */
const leastOfAxe = 24
const colours: Runs = { type: 'rule', values: ['color-contrast'] }

/**
 * What axe finds against WCAG 2.0 to 2.2 A and AA, in the light and in the dark; whether the page is wider than its
 * screen, or would be on the narrowest phone or at 200 % zoom; and, where the screen is a phone's, what is too small for a finger. axe judges each
 * outline of a page once a run: to judge it again in every journey that comes past takes a third of all their time.
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
    // What hangs on the length of words is asked in each language; the narrow screen below asks the rest of it. axe is asked where a target
    // is small, or where longer words push one onto another, since it knows what may be.
    if ((await smallTargets(page, leastOfAxe, true)).length > 0) note(await violationsIn(page, sizes), 'light')
  } else {
    note(await violationsIn(page, standards), 'light')
    // Themes differ in colours alone.
    const showLight = await showDark(page)
    note(await violationsIn(page, colours), 'dark')
    await showLight()
    // Not before: a look that broke off has judged nothing.
    if (judged) await writeFile(judged, '')
  }
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  if (overflow > 0) faults.push(`${where} is ${overflow} px wider than the screen`)
  return [...faults, ...(await tooNarrowFor(page)).map((fault) => `${where} ${fault}`)]
}

/** Returns the way back. The simulator's cashier follows the system in place of an attribute; to change what the system says has every frame drawn twice. */
async function showDark(page: Page): Promise<() => Promise<unknown>> {
  const isOurs = await page.evaluate<boolean>(`'theme' in document.documentElement.dataset`)
  if (!isOurs) {
    await page.emulateMedia({ colorScheme: 'dark' })
    return () => page.emulateMedia({ colorScheme: 'light' })
  }
  await page.evaluate(`document.documentElement.dataset.theme = 'dark'`)
  return () => page.evaluate(`document.documentElement.dataset.theme = 'light'`)
}

/** In every frame of the page: those that have the engine answer the page's own. */
async function violationsIn(page: Page, runOnly: Runs): Promise<Violation[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>('Boolean(globalThis.axe)'))) await frame.evaluate(source)
  // Style sheets are read for rules that the standards above do not ask for; to read them takes a third of the time.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } })
  return page.evaluate<Violation[]>(`axe.run(document, ${options}).then(({ violations }) => violations)`)
}

/** The page with its islands and its account area in charge: nothing of it is still on its way. */
export async function visit(page: Page, route: string): Promise<void> {
  await page.goto(route)
  for (const island of await page.locator('[data-island]').filter({ visible: true }).all())
    await island.dispatchEvent('pointerover')
  const waiting = page.locator('[data-island]:not([data-live]), [aria-busy="true"]').filter({ visible: true })
  await waiting.first().waitFor({ state: 'detached' })
  await page.locator('h1').first().waitFor()
}
