import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterPaint } from './moments.ts'

let load: (() => void) | undefined
let painted: (() => void) | undefined
const page = { readyState: 'interactive' }
beforeEach(() => {
  load = painted = undefined
  page.readyState = 'interactive'
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    if (name === 'load') load = listener
  })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(tell: () => void) {
        painted = tell
      }
      observe() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('what waits for the first paint runs then, once', () => {
  const run = vi.fn<() => void>()
  afterPaint(run)
  load?.()
  expect(run).not.toHaveBeenCalled()
  painted?.()
  painted?.()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})

it('where no paint is told of it runs some time after load, also of a page that has loaded', () => {
  page.readyState = 'complete'
  const run = vi.fn<() => void>()
  afterPaint(run)
  vi.advanceTimersByTime(999)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

it('a browser that observes nothing runs it some time after load', () => {
  Reflect.deleteProperty(globalThis, 'PerformanceObserver')
  const run = vi.fn<() => void>()
  afterPaint(run)
  load?.()
  vi.runAllTimers()
  expect(run).toHaveBeenCalledOnce()
})
