import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { headScriptOf } from './head-script.ts'

const address = 'https://vpn.example/assets/main-1.js'
type Visit = { readyState?: string; fails?: boolean; search?: string; stored?: Record<string, string> }

/** Runs the head script in a minimal fake page. */
function open({ readyState = 'interactive', fails = false, search = '', stored = {} }: Visit = {}) {
  const listeners = new Map<string, ((event: object) => void)[]>()
  const listen = (name: string, listener: (event: object) => void) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener])
  const tell = (name: string, event: object = {}) => listeners.get(name)?.forEach((listener) => listener(event))
  let paint = () => {}
  const document = {
    readyState,
    documentElement: { dataset: {} as Record<string, string>, lang: 'en' },
    addEventListener: listen,
  }
  class PerformanceObserver {
    constructor(seen: () => void) {
      paint = seen
    }
    observe() {}
  }
  const storage = { getItem: (key: string) => stored[key] ?? null }
  const load = vi.fn<(script: string) => Promise<void>>(() => (fails ? Promise.reject(new Error()) : Promise.resolve()))
  const names = {
    early: [] as object[][],
    setTimeout,
    URLSearchParams,
    RegExp,
    Set,
    document,
    load,
    location: { search, pathname: '/', hash: '' },
    navigator: { userAgent: 'x', language: 'en' },
    localStorage: storage,
    sessionStorage: storage,
    matchMedia: () => ({ matches: false }),
    PerformanceObserver,
    enhancer: { href: address },
  }
  const script = headScriptOf({ linkedBy: ['?order', 'open-order'] }).replace('import(', 'load(')
  runInNewContext(script, names)
  const { early } = names
  const press = (isControl: boolean, keys: object = {}) => {
    const control = { click: vi.fn<() => void>() }
    const preventDefault = vi.fn<() => void>()
    const target = {
      closest: (selector: string) => (isControl && selector.includes('[data-language]') ? control : null),
    }
    const event = { type: 'click', target, preventDefault, stopPropagation() {}, ...keys }
    tell('click', event)
    return { again: () => tell('click', event), clicked: control.click, held: preventDefault }
  }
  return { document, load, tell, press, paint: () => paint(), early }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('the main script (enhancer) is imported after the first paint, always from one URL, so that it runs only once', async () => {
  const page = open()
  expect(page.load).not.toHaveBeenCalled()
  page.paint()
  page.paint()
  page.press(false)
  expect(new Set(page.load.mock.calls.flat())).toEqual(new Set([address]))
  await settled()
  page.press(false)
  expect(page.load).toHaveBeenCalledTimes(3)
})

it('the main script (enhancer) is not imported before the document is complete', () => {
  const page = open({ readyState: 'loading' })
  page.paint()
  expect(page.load).not.toHaveBeenCalled()
  page.document.readyState = 'interactive'
  page.tell('DOMContentLoaded')
  expect(page.load).toHaveBeenCalledOnce()
})

it('without a paint event the main script (enhancer) loads after three seconds, or at once on a press', () => {
  vi.useFakeTimers()
  const page = open()
  vi.advanceTimersByTime(2_999)
  expect(page.load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(page.load).toHaveBeenCalledOnce()
  vi.useRealTimers()

  const other = open()
  other.press(false)
  expect(other.load).toHaveBeenCalledOnce()
})

it.each([false, true])(
  'an early press is repeated once the main script (enhancer) has loaded or failed (fails: %s)',
  async (fails) => {
    const page = open({ fails })
    const early = page.press(true)
    early.again()
    const inTab = page.press(true, { metaKey: true })
    const other = page.press(false)
    expect(early.held).toHaveBeenCalled()
    expect(early.clicked).not.toHaveBeenCalled()
    expect(inTab.held).not.toHaveBeenCalled()
    expect(other.held).not.toHaveBeenCalled()
    await settled()
    expect(early.clicked).toHaveBeenCalledOnce()
    expect(inTab.clicked).not.toHaveBeenCalled()
    const late = page.press(true)
    expect(late.held).not.toHaveBeenCalled()
  },
)

it('the part touched before the main script (enhancer) loads is remembered until then', async () => {
  const page = open()
  const island = {}
  const target = { closest: (selector: string) => (selector.includes('data-island') ? island : null) }
  for (const kind of ['pointerover', 'focusin']) page.tell(kind, { target })
  // The pointer may come from outside the page, so the target has no `closest`.
  page.tell('pointerover', { target: {} })
  expect(page.early).toEqual([[island], [island]])
  page.paint()
  await settled()
  page.tell('pointerover', { target })
  expect(page.early).toHaveLength(2)
})

it.each([
  [{}, false],
  [{ search: '?order=1' }, true],
  [{ search: '?orders=1' }, false],
  [{ stored: { 'open-order': '1' } }, true],
])('the page is marked by its URL or stored state before the first paint: %j', (visit, isLinked) => {
  expect('linked' in open(visit).document.documentElement.dataset).toBe(isLinked)
})
