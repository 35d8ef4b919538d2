import { expect, it } from 'vitest'
import { commonHeaders, contentSecurityPolicy, cspHash } from './security-headers.ts'

it('inline text is hashed as browsers do', () => {
  // Example from the tests of the CSP specification: sha256 of `alert('Hello, world.');`
  expect(cspHash("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='")
})

it('the content security policy allows exactly the given inline script and style', () => {
  const policy = contentSecurityPolicy({ script: 'a()', style: 'b{}', frames: [], connects: [] })
  expect(policy).toContain(`script-src 'self' ${cspHash('a()')};`)
  expect(policy).toContain(`style-src 'self' ${cspHash('b{}')};`)
  expect(policy).not.toMatch(/unsafe|\*/)
})

it('the content security policy of a page allows frames only from hosts that the page names, and calls only to those and our own', () => {
  const parts = { script: '', style: '', frames: ['https://chat.example'], connects: ['https://m.example'] }
  const policy = contentSecurityPolicy(parts)
  expect(policy).toContain('frame-src https://chat.example;')
  expect(policy).toContain("connect-src 'self' https://m.example;")
  expect(contentSecurityPolicy({ ...parts, frames: [] })).not.toContain('frame-src')
})

it('the content security policy of any other response allows no scripts and frames', () => {
  expect(commonHeaders('https://example.com')['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'",
  )
})

it('HSTS is sent only when the site uses HTTPS', () => {
  expect(commonHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
  expect(commonHeaders('https://example.com')).toHaveProperty('strict-transport-security')
})
