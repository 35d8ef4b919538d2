import { beforeEach, expect, it, vi } from 'vitest'
import { forgetReload, reloadOnce } from './reload-once.ts'

const reload = vi.fn<() => void>()
beforeEach(() => {
  const kept = new Map<string, string>()
  reload.mockReset()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
})

it('reloads once for a missing script, however often the others on its page load', () => {
  for (let visit = 0; visit < 5; visit++) {
    forgetReload('the part that loads')
    reloadOnce('the part that is missing')
  }
  expect(reload).toHaveBeenCalledTimes(1)
})

it('tries again after the script has loaded once', () => {
  expect(reloadOnce('part')).toBe(true)
  forgetReload('part')
  expect(reloadOnce('part')).toBe(true)
})

it('does not reload where nothing can remember that it did', () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(reloadOnce('part')).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
