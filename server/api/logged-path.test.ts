import { expect, it } from 'vitest'
import { loggedPath } from './logged-path.ts'

it.each([
  ['/api/v1/server/UniProxy/user?token=secret', '/api/v1/server/UniProxy/user'],
  ['/s/secret', '/s/…'],
  ['/s/secret/more?format=list', '/s/…'],
  ['/en/s/secret', '/en/s/…'],
  ['//s/secret', '//s/…'],
  ['/status', '/status'],
])('%s is written down as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})
