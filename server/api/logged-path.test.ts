import { expect, it } from 'vitest'
import { contract } from '#shared/contract/customer.ts'
import { loggedPath } from './logged-path.ts'

const token = 'dGhpcyBpcyBhIHRva2VuIG9m'

it.each([
  ['/api/v1/server/UniProxy/user?token=secret', '/api/v1/server/UniProxy/user'],
  ['/s/secret', '/s/…'],
  ['/s/secret&flag=meta', '/s/…'],
  ['/s/secret/more?format=list', '/s/…'],
  ['/sub/secret/clash', '/sub/…'],
  ['/api/v1/client/subscribe?token=secret', '/api/v1/client/subscribe'],
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
  [`/s;/${token}`, '/s;/…'],
  [`/s\\${token}`, '/s\\…'],
  [`/s#/${token}`, '/s#/…'],
  [`/${token}/s`, '/…/s'],
  [`/s.${token}.txt`, '/s.….txt'],
  [`/x/%${token.charCodeAt(0).toString(16)}${token.slice(1)}`, '/x/…'],
  [`/account-change;/stop/${token}`, '/account-change;/stop/…'],
  ['/v4/api/user/user_passkey_register_options', '/v4/api/user/user_passkey_register_options'],
  ['/zh-CN/clause/terms-of-service-and-more', '/zh-CN/clause/terms-of-service-and-more'],
  ['/assets/checkout-BfQ2xk3d.js', '/assets/checkout-BfQ2xk3d.js'],
  ['/status', '/status'],
  ...Object.keys(contract).map((path): [string, string] => [path, path]),
])('the log shows the request path %s as %s', (url, path) => {
  expect(loggedPath(url)).toBe(path)
})
