import { expect, it } from 'vitest'
import { loggedPath } from './logged-path.ts'

it.each([
  ['/api/v1/server/UniProxy/user?token=secret', '/api/v1/server/UniProxy/user'],
  ['/s/secret', '/s/…'],
  ['/s/secret/more?format=list', '/s/…'],
  ['/en/s/secret', '/en/s/…'],
  ['//s/secret', '//s/…'],
  ['/s/secret/s/more', '/s/…'],
  ['/%73/secret', '/%73/…'],
  ['/S%2Fsecret', '/S/…'],
  ['/%2553%252fsecret', '/%2553/…'],
  ['/account-change/stop/secret', '/account-change/stop/…'],
  ['/en/account-change/confirm/secret/wrong?x', '/en/account-change/confirm/…'],
  ['/zh-CN/Account%2DChange%2f%73top%2Fsecret', '/zh-CN/Account%2DChange%2f%73top/…'],
  ['/en/account-change/stopped', '/en/account-change/stopped'],
  ['/status', '/status'],
])('%s is written down as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})
