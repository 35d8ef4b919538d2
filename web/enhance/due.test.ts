import { afterEach, expect, test, vi } from 'vitest'
import { isDue } from './due.ts'

const storage = (kept: Record<string, string>) => ({ getItem: (key: string) => kept[key] ?? null })
function visit({ local = {}, tab = {}, search = '' }) {
  vi.stubGlobal('localStorage', storage(local))
  vi.stubGlobal('sessionStorage', storage(tab))
  vi.stubGlobal('location', { search })
}
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['now', {}, true],
  ['token', {}, false],
  ['token', { local: { token: '' } }, true],
  ['open-order', { tab: { 'open-order': '1' } }, true],
  ['?plan', { search: '?planet=1' }, false],
  ['?plan', { search: '?a=1&plan=' }, true],
  ['token ?plan', { search: '?plan=x' }, true],
  ['token ?plan', {}, false],
])('the condition "%s" under which a script loads is, for %j, %s', (load, known, due) => {
  visit(known)
  expect(isDue(load)).toBe(due)
})
