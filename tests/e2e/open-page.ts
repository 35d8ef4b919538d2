import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject } from 'vitest'
import type { Language } from '#shared/language.ts'
import { deleteNewer } from '../../scripts/browser-floor/delete-newer.ts'
import { launchChromium } from './chromium.ts'
import { zoneOf } from './shown-date.ts'

export type Screen = {
  readonly language: Language
  readonly width: 'phone' | 'desktop'
  readonly theme?: 'light' | 'dark'
}
type Visit = Screen & {
  /** Problems that this test provokes on purpose; every other one fails it. */
  readonly expected?: readonly RegExp[]
  /** Of another product than the run's own. */
  readonly origin?: string
  /** Of the browser's clock, by its IANA name. */
  readonly zone?: string
  /** False: a browser that runs none. */
  readonly scripts?: boolean
  /** A browser without the built-ins that the oldest ones lack. Set `OLDEST_BROWSER` to run any journey in it. */
  readonly oldest?: boolean
  /** How far the browser's clock is ahead. */
  readonly clockAheadMs?: number
}

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
export const languages = ['en', 'zh-CN'] as const
/** Both languages on both sizes of screen. */
export const screens: Screen[] = languages.flatMap((language) =>
  (['phone', 'desktop'] as const).map((width) => ({ language, width })),
)

/**
 * Journeys press what is laid out, and look at no pixel: not to draw pages saves an eighth of the browser's time. `PICTURES`, a folder:
 * they are drawn, and pictures are saved.
 */
const undrawn = process.env.PICTURES ? [] : ['--force-gpu-mem-available-mb=0']

let browser: Browser
let launched: Promise<Browser> | undefined
const open: { context: BrowserContext; problems: string[]; expected: readonly RegExp[] }[] = []

/**
 * One browser for all files of this worker, steered from within it: one for the whole run has each word of a journey pass
 * through the process of the runner as well, which takes a tenth of the time.
 */
function launchOnce(): Promise<Browser> {
  // So that what listens for the exit is heard: the runner ends its workers by this signal.
  if (!launched) process.once('SIGTERM', () => process.exit())
  launched ??= launchChromium(undrawn)
  return launched
}

/** Opens the browser for this test file and watches every page for errors until each test ends. */
export function watchBrowser(): void {
  beforeAll(async () => {
    browser = await launchOnce()
  })
  afterEach(async ({ task }) => {
    const problems: string[] = []
    for (const visit of open.splice(0)) {
      if (task.result?.state === 'fail') await savePages(visit.context, task.id)
      await visit.context.close()
      problems.push(...visit.problems.filter((problem) => !visit.expected.some((pattern) => pattern.test(problem))))
    }
    expect(problems, 'errors in the browser').toEqual([])
  })
}

/** A visitor with an empty browser of their own. The test fails on any console error, refused script or failed request. */
export async function openPage({
  language,
  width,
  theme = 'light',
  expected = [],
  origin,
  zone = zoneOf[language],
  scripts = true,
  oldest = process.env.OLDEST_BROWSER !== undefined,
  clockAheadMs = 0,
}: Visit): Promise<Page> {
  const phone = width === 'phone'
  const context = await browser.newContext({
    baseURL: origin ?? inject('e2e').origin,
    locale: language === 'en' ? 'en-US' : 'zh-CN',
    timezoneId: zone,
    viewport: sizes[width],
    colorScheme: theme,
    javaScriptEnabled: scripts,
    hasTouch: phone,
    isMobile: phone,
    // Shops hand phones over to a method's own page, by what the browser says it is.
    ...(phone && { userAgent: phoneAgent }),
    reducedMotion: 'reduce',
  })
  if (oldest) await context.addInitScript(deleteNewer())
  if (clockAheadMs !== 0) await context.addInitScript(shiftClock(clockAheadMs))
  context.setDefaultTimeout(60_000)
  const problems: string[] = []
  open.push({ context, problems, expected })
  context.on('page', (page) => watch(page, problems))
  return context.newPage()
}

/** A script that puts a browser's clock wrong. Timers and `performance` run as ever. */
const shiftClock = (ms: number): string => `{
  const Right = Date
  const now = () => Right.now() + ${ms}
  Date = class extends Right {
    constructor(...given) { given.length === 0 ? super(now()) : super(...given) }
    static now = now
  }
}`

const failures = path.join(import.meta.dirname, '../../failures')

/** The markup of a failed test's pages, and what they looked like where they are drawn. */
async function savePages(context: BrowserContext, name: string): Promise<void> {
  await mkdir(failures, { recursive: true })
  for (const [index, page] of context.pages().entries()) {
    const file = path.join(failures, `${name}-${index}`)
    await writeFile(`${file}.html`, `<!-- ${page.url()} -->\n${await page.content()}`)
    console.log(`what it held: ${file}.html${process.env.PICTURES ? '' : '; with PICTURES=FOLDER it is drawn'}`)
    if (process.env.PICTURES) await page.screenshot({ path: `${file}.png` })
  }
}

function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    // Refusals of the content security policy and answers above 399 arrive here too.
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // A page that is left takes its open requests with it.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${reason} ${request.url()}`)
  })
  page.on('crash', () => problems.push(`crash: ${page.url()}`))
}
