import { expect, it } from 'vitest'
import { addressOnHost } from './console-host.ts'

const host = 'desk.example:8443'

it.each([
  ['/console', '/console'],
  ['/console/queue?x=1', '/console/queue?x=1'],
  ['/console/api/me', '/console/api/me'],
  ['/%63onsole/api/me', '/%63onsole/api/me'],
  ['/', '/console'],
  ['/pricing', '/not-here'],
  ['/pricing?x.svg', '/not-here'],
  ['/consoles', '/not-here'],
  ['/v4/api/user/user_info', '/not-here'],
  ['/mark.svg', '/mark.svg'],
  ['/healthz', '/healthz'],
])("on the console's own host %s is served as %s", (url, address) => {
  expect(addressOnHost(url, 'Desk.example:8443', host)).toBe(address)
})

it.each([
  '/console',
  '/console?x',
  '/console#x',
  '/console/',
  '/console/api/sign-in',
  '/console/assets/main.js',
  '/%63onsole/api/me',
  '/consol%65/api/me',
  '/%63%6F%6e%73%6f%6c%65',
  'http://desk.example/console/api/me',
  'https://shop.example/%63onsole',
  // Invalid percent-encoding, which no router can decode.
  '/%zz/../console',
  'console',
])("the shop's host does not serve %s", (url) => {
  for (const asked of ['shop.example', 'desk.example', undefined])
    expect(addressOnHost(url, asked, host)).toBe('/not-here')
})

it("the shop's host serves its own URLs, and also the console if the console has no host of its own", () => {
  for (const url of ['/', '/pricing', '/pricing?to=/console', '/%70ricing', '/v4/api/user/user_info', '/consoles']) {
    expect(addressOnHost(url, 'shop.example', host)).toBe(url)
    expect(addressOnHost(url, 'shop.example', null)).toBe(url)
  }
  expect(addressOnHost('/console', 'shop.example', null)).toBe('/console')
})
