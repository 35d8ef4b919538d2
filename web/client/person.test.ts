import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { savePerson } from './person.ts'

const fakeStorage = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
const local = new Map<string, string>()
const tab = new Map<string, string>()
beforeEach(() => {
  local.clear()
  tab.clear()
  vi.stubGlobal('localStorage', fakeStorage(local))
  vi.stubGlobal('sessionStorage', fakeStorage(tab))
})
afterEach(() => vi.unstubAllGlobals())

it('the current user id is stored for other tabs, for a session or a register token', () => {
  local.set('token', 'x')
  savePerson(7)
  expect(local.get('person')).toBe('7')
  local.delete('token')
  tab.set('registerToken', 'y')
  savePerson(8)
  expect(local.get('person')).toBe('8')
})

it('a response after a log-out in another tab stores no user id', () => {
  savePerson(7)
  expect(local.get('person')).toBeUndefined()
})
