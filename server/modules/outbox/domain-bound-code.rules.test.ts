import { expect, it } from 'vitest'
import { withDomain } from './domain-bound-code.rules.ts'

// Format of WICG/sms-one-time-codes: the last line is "@", the host, a space, "#" and the code.
it.each([
  ['482913 is your Wayfare code.', '482913 is your Wayfare code.\n\n@wayfare.example #482913'],
  ['【Wayfare】验证码 482913，请勿告诉他人。', '【Wayfare】验证码 482913，请勿告诉他人。\n\n@wayfare.example #482913'],
])(`adds the site's domain to the code in "%s", so that phones fill it in only on this site`, (text, bound) => {
  expect(withDomain(text, '482913', 'https://wayfare.example:8443')).toBe(bound)
})

it('an SMS gets no line with domain and code if that would split it into two SMS', () => {
  for (const text of ['x'.repeat(135), `${'验'.repeat(39)}482913`]) {
    expect(withDomain(text, '482913', 'https://wayfare.example')).toBe(text)
    expect(withDomain(text.slice(1), '482913', 'https://wayfare.example')).not.toBe(text.slice(1))
  }
})
