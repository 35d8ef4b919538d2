import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showCopiedState } from './use-copy.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the copied state is shown for three seconds', () => {
  const show = vi.fn<(isCopied: boolean) => void>()
  showCopiedState(show)
  expect(show.mock.calls).toEqual([[true]])
  vi.advanceTimersByTime(2_999)
  expect(show).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(show.mock.calls).toEqual([[true], [false]])
})

it('the copied state is not reset after it was cancelled', () => {
  const show = vi.fn<(isCopied: boolean) => void>()
  showCopiedState(show)()
  vi.advanceTimersByTime(10_000)
  expect(show.mock.calls).toEqual([[true]])
})
