import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markPartLoaded, reloadOnce } from './reload-once.ts'

const reload = vi.fn<() => void>()
const fetched = vi.fn<() => Promise<object>>()
const told = vi.fn<(event: Event) => void>()
beforeEach(() => {
  const kept = new Map<string, string>()
  reload.mockReset()
  told.mockReset()
  fetched.mockReset().mockResolvedValue({})
  vi.stubGlobal('location', { reload, pathname: '/pricing' })
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('dispatchEvent', told)
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('the page reloads only once however often a script is missing', async () => {
  expect([await reloadOnce(), await reloadOnce(), await reloadOnce()]).toEqual(['reloads', 'stays', 'stays'])
  expect(reload).toHaveBeenCalledTimes(1)
})

it('scripts failing together cause one reload', async () => {
  expect(await Promise.all([reloadOnce(), reloadOnce()])).toEqual(['reloads', 'reloads'])
  expect(reload).toHaveBeenCalledTimes(1)
})

it('the page does not reload without session storage', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(await reloadOnce()).toBe('stays')
  expect(reload).not.toHaveBeenCalled()
})

it('the page does not reload while offline or unreachable, and may reload later', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(await reloadOnce()).toBe('unreachable')
  expect(fetched).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { onLine: true })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await reloadOnce()).toBe('unreachable')
  expect(reload).not.toHaveBeenCalled()
  expect(told.mock.calls.map(([event]) => event.type)).toEqual(['connection-lost', 'connection-lost'])
  expect(await reloadOnce()).toBe('reloads')
})

it('the page may reload again only after the part that caused the reload has loaded', async () => {
  expect(await reloadOnce('island auth')).toBe('reloads')
  markPartLoaded('island group')
  expect(await reloadOnce('island auth')).toBe('stays')
  markPartLoaded('island auth')
  expect(await reloadOnce('island auth')).toBe('reloads')
})

it('the page does not reload when a password was typed', async () => {
  const field = { value: 'long-secret' }
  vi.stubGlobal('document', { querySelectorAll: (selector: string) => (selector.includes('password') ? [field] : []) })
  expect(await reloadOnce()).toBe('stays')
  field.value = ''
  expect(await reloadOnce()).toBe('reloads')
})
