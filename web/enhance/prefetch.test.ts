import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchScripts, startPrefetch } from './prefetch.ts'

let load: (() => void) | undefined
beforeEach(() => {
  load = undefined
  vi.useFakeTimers()
  vi.stubGlobal('document', { readyState: 'interactive' })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'load') load = listener
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('prefetching starts 1.5 s after load and not before', () => {
  startPrefetch({ prefetch: '' })
  expect(vi.getTimerCount()).toBe(0)
  load?.()
  vi.advanceTimersByTime(1_499)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('a page without prefetching sets no timer', () => {
  startPrefetch({})
  expect(load).toBeUndefined()
})

it('scripts of visible inactive islands are prefetched once each, but not in data-saving mode or offline', () => {
  const island = (scripts: string, offsetParent: object | null) => ({ dataset: { scripts }, offsetParent })
  const asked = vi.fn<(address: string, options: object) => Promise<Response>>(async () => new Response('x'))
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('document', {
    querySelectorAll: (selector: string) =>
      selector === '[data-island]:not([data-started])'
        ? [
            island('/assets/a.js /assets/b.js', {}),
            island('/assets/a.js /assets/c.js', {}),
            island('/assets/d.js', null),
          ]
        : [],
  })
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
  fetchScripts()
  vi.stubGlobal('navigator', { onLine: false })
  fetchScripts()
  expect(asked).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  fetchScripts()
  expect(asked.mock.calls.map(([address]) => address)).toEqual(['/assets/a.js', '/assets/b.js', '/assets/c.js'])
})
