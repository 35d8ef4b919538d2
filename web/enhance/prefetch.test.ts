import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startPrefetch } from './prefetch.ts'

let load: (() => void) | undefined
beforeEach(() => {
  load = undefined
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'load') load = listener
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page fetches ahead 1.5 s after it was loaded, and not before', () => {
  startPrefetch('/assets/no-such-script.js')
  expect(vi.getTimerCount()).toBe(0)
  load?.()
  vi.advanceTimersByTime(1_499)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('a page that does not fetch ahead waits for nothing', () => {
  startPrefetch(undefined)
  expect(load).toBeUndefined()
})
