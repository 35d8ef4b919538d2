import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exchangeLoginCode } from '#web/client/login-code.ts'
import { start } from './login-code.ts'

vi.mock('#web/client/login-code.ts', () => ({ exchangeLoginCode: vi.fn<() => Promise<boolean>>() }))
vi.mock('#web/client/page-data.ts', () => ({ readPageData: () => ({ signingKey: 'key' }) }))

const root = { dataset: {} as Record<string, string> }
const place = {
  pathname: '/login',
  origin: 'https://wayfare.example',
  replace: vi.fn<(path: string) => void>(),
  reload: vi.fn<() => void>(),
}
beforeEach(() => {
  root.dataset = { entering: '' }
  place.replace.mockReset()
  place.reload.mockReset()
  vi.stubGlobal('document', { documentElement: root, getElementById: () => ({}) })
  vi.stubGlobal('location', place)
})
afterEach(() => vi.unstubAllGlobals())

it('a login code redirects once, and a login script that loads later does not', async () => {
  vi.mocked(exchangeLoginCode).mockResolvedValue(true)
  await start()
  expect(place.replace.mock.calls).toEqual([['/user/profile']])
  expect(root.dataset.entering).toBe('')
})

it('a refused login code keeps the page', async () => {
  vi.mocked(exchangeLoginCode).mockResolvedValue(false)
  await start()
  expect(place.replace).not.toHaveBeenCalled()
  expect(root.dataset.entering).toBeUndefined()
})
