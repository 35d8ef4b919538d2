import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import type { Language } from '#shared/language.ts'
import { deleteNewer } from '../../scripts/browser-floor/delete-newer.ts'
import { launchChromium } from './chromium.ts'
import { judgeWidths, sizes } from './narrow.ts'
import { zoneOf } from './shown-date.ts'

export type Screen = {
  readonly language: Language
  readonly width: 'phone' | 'desktop'
  readonly theme?: 'light' | 'dark'
}
type Visit = Screen & {
  readonly expected?: readonly RegExp[]
  readonly origin?: string
  readonly zone?: string
  readonly scripts?: boolean
  /** Removes built-ins that the oldest browsers lack. Set `OLDEST_BROWSER` to run any test this way. */
  readonly oldest?: boolean
  readonly clockAheadMs?: number
  /** User agent of a browser inside an app; phones only. */
  readonly agent?: string
  /** Twice the usual text size, as set in the browser: its own preference, and no zoom. */
  readonly largeText?: boolean
}

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
export const languages = ['en', 'zh-CN'] as const

/**
 * Two of the four screens (language and width), which share neither: enough for a journey whose steps depend on one of
 * them at a time. The accessibility files read every page in both languages, and judge it at four widths.
 */
export const corners: Screen[] = [
  { language: 'en', width: 'phone' },
  { language: 'zh-CN', width: 'desktop' },
]

type Register = (title: string, steps: () => Promise<void>) => void
const registerTest: Register = test

/** Registers a test in which `faultsOf` judges pages at both narrow widths, because no other takes its steps at the other. */
const registerOnce: Register = (title, steps) =>
  registerTest(title, async () => {
    judgeWidths('narrow')
    try {
      await steps()
    } finally {
      judgeWidths('own')
    }
  })

/**
 * `test` for a journey whose steps are the same in each language and at each width: registers it on one screen. Its
 * words have the types of their catalogue, and the accessibility files read every page in both languages.
 */
export const onOneScreen = (screen: Screen, title: string, steps: (screen: Screen) => Promise<void>): void =>
  registerOnce(title, () => steps(screen))

/** `onOneScreen` inside a `describe` of both languages: registers the test in one of them. */
export const testIn = (wanted: Language, language: Language): Register =>
  wanted === language ? registerOnce : () => {}

/**
 * Arguments of test browsers. One process for all pages of a context, instead of one for each navigation from an empty
 * page, saves a tenth of the CPU time of a browser. So does skipping the drawing: only with `PICTURES` (a folder) are
 * pages drawn, and saved.
 */
const savings = ['--renderer-process-limit=1', ...(process.env.PICTURES ? [] : ['--force-gpu-mem-available-mb=0'])]

let browser: Browser
let large: Promise<Browser> | undefined
let launched: Promise<Browser> | undefined
const open: { context: BrowserContext; problems: string[]; expected: readonly RegExp[] }[] = []

/**
 * Launches one browser per worker: a shared one would pass each command through the main process and take a tenth
 * longer.
 */
function launchOnce(): Promise<Browser> {
  // The runner ends workers by SIGTERM; exiting normally lets exit handlers run.
  if (!launched) process.once('SIGTERM', () => process.exit())
  launched ??= launchChromium(savings)
  return launched
}

/** Opens the browser for this test file, and collects problems of every page until each test ends. */
export function watchBrowser(): void {
  beforeAll(async () => {
    browser = await launchOnce()
  })
  afterEach(async ({ task }) => {
    const problems: string[] = []
    const shown: string[] = []
    for (const visit of open.splice(0)) {
      if (task.result?.state === 'fail') shown.push(...(await savePages(visit.context, task.id)))
      await visit.context.close()
      problems.push(...visit.problems.filter((problem) => !visit.expected.some((pattern) => pattern.test(problem))))
    }
    if (shown.length > 0) throw new Error(`The test ended on\n${[...shown, ...problems].join('\n')}`)
    expect(problems, 'errors in the browser').toEqual([])
  })
}

/**
 * Opens a page in a new browser context. The test fails on a console error or warning, a script error, a crash or a
 * failed request (unless aborted) that no pattern of `expected` matches.
 */
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
  agent = phoneAgent,
  largeText = false,
}: Visit): Promise<Page> {
  const phone = width === 'phone'
  if (largeText) large ??= launchChromium([...savings, '--blink-settings=defaultFontSize=32'])
  const context = await (largeText && large ? await large : browser).newContext({
    baseURL: origin ?? inject('e2e').origin,
    locale: language === 'en' ? 'en-US' : 'zh-CN',
    timezoneId: zone,
    viewport: sizes[width],
    colorScheme: theme,
    javaScriptEnabled: scripts,
    hasTouch: phone,
    isMobile: phone,
    // The shop recognises phones by user agent and sends them to the provider's page.
    ...(phone && { userAgent: agent }),
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

/** Counts how often a page is loaded from now on. Waits for the load under way, which would count otherwise. */
export async function countLoads(page: Page): Promise<() => number> {
  await page.waitForLoadState()
  let loads = 0
  page.on('load', () => loads++)
  return () => loads
}

/** Script that shifts the browser's clock; timers and `performance` are unaffected. */
const shiftClock = (ms: number): string => `{
  const Right = Date
  const now = () => Right.now() + ${ms}
  Date = class extends Right {
    constructor(...given) { given.length === 0 ? super(now()) : super(...given) }
    static now = now
  }
}`

const failures = path.join(import.meta.dirname, '../../failures')
/** Characters of a page that the log shows. */
const maxShown = 3_000

/** Saves what the pages of a failed test hold. Returns their addresses and texts for the log. */
async function savePages(context: BrowserContext, name: string): Promise<string[]> {
  await mkdir(failures, { recursive: true })
  const shown: string[] = []
  for (const [index, page] of context.pages().entries()) {
    const file = path.join(failures, `${name}-${index}`)
    await writeFile(`${file}.html`, `<!-- ${page.url()} -->\n${await page.content()}`)
    console.log(`what it held: ${file}.html${process.env.PICTURES ? '' : '; with PICTURES=FOLDER it is drawn'}`)
    if (process.env.PICTURES) await page.screenshot({ path: `${file}.png` })
    const text = await page.locator('body').innerText()
    shown.push(page.url(), text.replaceAll(/\n\s*/g, ' | ').slice(0, maxShown))
  }
  return shown
}

function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    // Browsers also report violations of the content security policy and HTTP errors (status above 399) as console
    // messages.
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Leaving a page aborts its requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${reason} ${request.url()}`)
  })
  page.on('crash', () => problems.push(`crash: ${page.url()}`))
}
