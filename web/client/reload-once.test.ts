import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reloadOnce } from './reload-once.ts'

const reload = vi.fn<() => void>()
beforeEach(() => {
  const kept = new Map<string, string>()
  reload.mockReset()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('reloads once in a session, whichever scripts are missing', () => {
  expect([reloadOnce(), reloadOnce(), reloadOnce()]).toEqual([true, false, false])
  expect(reload).toHaveBeenCalledTimes(1)
})

it('does not reload where nothing can remember that it did', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(reloadOnce()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
