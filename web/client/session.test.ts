import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from './fake-browser.test-support.ts'

beforeEach(async () => {
  await fakeBrowser()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the current user is requested again after two seconds and not before', async () => {
  const { userQuery } = await import('./session.ts')
  const client = new QueryClient()
  const ask = vi.fn<() => Promise<null>>(() => Promise.resolve(null))
  const fetch = () => client.fetchQuery({ ...userQuery, queryFn: ask })
  await fetch()
  vi.advanceTimersByTime(1_999)
  await fetch()
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await fetch()
  expect(ask).toHaveBeenCalledTimes(2)
})
