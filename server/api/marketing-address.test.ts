import { expect, it } from 'vitest'
import { marketingAddress } from './marketing.calls.ts'

it.each([
  ['POST', '/marketing/visit', '/marketing/visit'],
  ['POST', '/api/marketing/visit', '/marketing/visit'],
  ['POST', '/api/v2/marketing/visit?a=/marketing/', '/marketing/visit?a=/marketing/'],
  ['OPTIONS', '/api/marketing/conversion', '/marketing/conversion'],
  ['GET', '/api/marketing/visit', '/api/marketing/visit'],
  ['POST', '/api/user/user_logout?next=/marketing/visit', '/api/user/user_logout?next=/marketing/visit'],
  ['POST', '/remarketing/visit', '/remarketing/visit'],
  ['POST', '/marketing', '/marketing'],
])('a request for %s %s to the marketing host is served as %s', (method, url, address) => {
  expect(marketingAddress(method, url)).toBe(address)
})
