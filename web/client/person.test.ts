import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notePerson } from './person.ts'

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

it('who is here is noted for other tabs, by the token of a session or of someone who has just registered', () => {
  local.set('token', 'x')
  notePerson(7)
  expect(local.get('person')).toBe('7')
  local.delete('token')
  tab.set('registerToken', 'y')
  notePerson(8)
  expect(local.get('person')).toBe('8')
})

it('an answer that comes after another tab logged out notes no one', () => {
  notePerson(7)
  expect(local.get('person')).toBeUndefined()
})
