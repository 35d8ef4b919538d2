import { expect, it } from 'vitest'
import { isDmarcPassed } from './mail-proof.rules.ts'

const isPassed = (value: string, server: string | null = 'mx.vpn.example') =>
  isDmarcPassed([{ key: 'Authentication-Results', value }], server, 'Mail.example')

it.each([
  'mx.vpn.example; dmarc=pass header.from=mail.example',
  'MX.vpn.example 1; spf=fail smtp.mailfrom=x; dmarc = pass (p=none dis=none; sp=x) header.from = Mail.Example; arc=none',
  'mx.vpn.example;dkim=pass header.i="@mail.example";dmarc=pass (a (b)) policy.dmarc=none header.from=mail.example',
])('accepts a mail as from its From domain when the mail server says %j', (value) => {
  expect(isPassed(value)).toBe(true)
  expect(isPassed(value, null)).toBe(false)
  expect(isPassed(value, 'vpn.example')).toBe(false)
})

it.each([
  '',
  'mx.vpn.example; none',
  'mx.vpn.example; dmarc=fail header.from=mail.example',
  'mx.vpn.example; dmarc=pass',
  'mx.vpn.example; dmarc=pass header.from=evil.example',
  'mx.vpn.example; dmarc=passed header.from=mail.example',
  'mx.vpn.example; xdmarc=pass header.from=mail.example',
  'mx.vpn.example; dmarc=fail (dmarc=pass header.from=mail.example)',
  'mx.vpn.example; spf=pass (a; dmarc=pass header.from=mail.example)',
  'mx.vpn.example; spf=pass smtp.mailfrom="a; dmarc=pass header.from=mail.example; b"@evil.example',
  String.raw`mx.vpn.example; spf=pass smtp.mailfrom="a\"; dmarc=pass header.from=mail.example; b"@evil.example`,
  'mx.vpn.example; spf=pass (no end; dmarc=pass header.from=mail.example',
  'mx.vpn.example; dmarc=pass header.from=mail.example; dmarc=fail header.from=mail.example',
  'mx.evil.example; dmarc=pass header.from=mail.example',
  'mx.vpn.example.evil.example; dmarc=pass header.from=mail.example',
])('does not accept a mail as from its From domain when the mail server says %j', (value) => {
  expect(isPassed(value)).toBe(false)
})

it('trusts only the topmost authentication result', () => {
  const of = (value: string) => ({ key: 'authentication-results', value })
  const good = of('mx.vpn.example; dmarc=pass header.from=mail.example')
  expect(isDmarcPassed([of('mx.vpn.example; dmarc=none'), good], 'mx.vpn.example', 'mail.example')).toBe(false)
  expect(isDmarcPassed([good, of('mx.vpn.example; dmarc=none')], 'mx.vpn.example', 'mail.example')).toBe(true)
})
