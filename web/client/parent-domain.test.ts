import { expect, it } from 'vitest'
import { findParentDomain } from './parent-domain.ts'

const publicSuffixes = ['.com', '.uk', '.co.uk', '.io', '.github.io', '.localhost']
const browser = (domain: string) => !publicSuffixes.includes(domain)

it.each([
  ['www.example.com', '.example.com'],
  ['example.com', '.example.com'],
  ['a.b.example.com', '.example.com'],
  ['www.example.co.uk', '.example.co.uk'],
  ['shop.github.io', '.shop.github.io'],
  ['www.shop.localhost', '.shop.localhost'],
])('a site at %s stores its campaign cookies for the domain %s', (host, domain) => {
  expect(findParentDomain(host, browser)).toBe(domain)
})

it.each(['localhost', '127.0.0.1', '[::1]', 'example.com'])(
  'a site at %s stores its campaign cookies for itself when the browser refuses all domains',
  (host) => {
    expect(findParentDomain(host, () => false)).toBeUndefined()
  },
)

it('an IP address has no parent domain', () => {
  expect(findParentDomain('192.0.2.7', () => true)).toBeUndefined()
})
