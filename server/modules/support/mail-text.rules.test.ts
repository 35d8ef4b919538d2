import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFromMachine, plainOf, withoutQuoted } from './mail-text.rules.ts'
import { replyAddress, threadOfAddress } from './reply-address.ts'

describe('own text of a reply', () => {
  it.each([
    ['It works.\n\nOn Mon, 23 Nov 2026 at 10:00, Support <a@b.example> wrote:\n> Try again', 'It works.'],
    ['It works.\n\nOn Mon, 23 Nov 2026 at 10:00, Support\n<support+abc@b.example> wrote:\n> Try', 'It works.'],
    ['好了，谢谢\n\n在 2026年11月23日，畅行客服写道：\n> 请再试', '好了，谢谢'],
    ['好了\n------------------ 原始邮件 ------------------\n发件人: x', '好了'],
    ['Yes\r\n\r\n-----Original Message-----\r\nFrom: x', 'Yes'],
    ['Yes\n________________________________\nFrom: Support', 'Yes'],
    ['> Which app?\nThe one for iOS\n> Which version?\n3.1', 'The one for iOS\n3.1'],
    ['Thanks\n-- \nLin\nSent from my phone', 'Thanks'],
    ['On Monday it worked', 'On Monday it worked'],
    ['> all quoted', ''],
  ])('removes quoted text: %j', (text, own) => {
    expect(withoutQuoted(text)).toBe(own)
  })

  it('reduces an HTML mail to its text', () => {
    const html = '<head><style>p{}</style></head><p>It &lt;works&gt;</p><div>now</div><blockquote>old</blockquote>'
    expect(withoutQuoted(plainOf(html))).toBe('It <works>\nnow')
  })

  it.each([
    ['<head><title>x</title><body>a<br class="x">b', 'a\nb'],
    ['a<blockquote>b<blockquote>c</blockquote>d</blockquote>e', 'ae'],
    ['1 < 2 <b>and</b> 3 > 2<STYLE>p{}', '1 < 2 and 3 > 2'],
  ])('reduces the HTML %j to the text %j', (html, words) => {
    expect(plainOf(html)).toBe(words)
  })

  // Inputs for which a scan in quadratic time would take hours.
  it.each(['<br', '<style', '<style></style ', '<', '<a href="'])(
    'parses a mail with a million of %j in time',
    (sign) => {
      expect(plainOf(sign.repeat(1_000_000)).length).toBeGreaterThanOrEqual(0)
    },
  )
})

describe('automatic mail', () => {
  const from = 'lin@mail.example'
  it.each([
    ['Auto-Submitted', 'auto-replied'],
    ['auto-submitted', 'auto-generated; x'],
    ['Precedence', 'Bulk'],
    ['X-Autoreply', 'yes'],
    ['List-Id', '<a.list>'],
    ['Return-Path', '<>'],
    ['X-Failed-Recipients', 'a@b.example'],
  ])('recognises an automatic mail by %s', (key, value) => {
    expect(isFromMachine([{ key, value }], from)).toBe(true)
  })

  it('recognises an automatic mail by its sender, and not a personal one', () => {
    expect(isFromMachine([], 'MAILER-DAEMON@host.example')).toBe(true)
    expect(isFromMachine([], 'no-reply@host.example')).toBe(true)
    expect(isFromMachine([], '')).toBe(true)
    expect(isFromMachine([{ key: 'Auto-Submitted', value: 'no' }], from)).toBe(false)
  })
})

describe('reply email address', () => {
  const digest = (purpose: string, text: string) => createHmac('sha256', 'key').update(`${purpose} ${text}`).digest()
  const other = (purpose: string, text: string) => createHmac('sha256', 'other').update(`${purpose} ${text}`).digest()
  const base = 'support@reply.vpn.example'

  it('accepts a reply address of its thread in any case, and no changed one', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat({ max: 40 }), (id, at) => {
        const address = replyAddress(digest, base, id)
        expect(address.indexOf('@')).toBeLessThanOrEqual(64)
        expect(threadOfAddress(digest, base, ` ${address.toUpperCase()} `)).toBe(id)
        expect(threadOfAddress(other, base, address)).toBeNull()
        const place = 'support+'.length + at
        const changed = address[place] === 'a' ? 'b' : 'a'
        expect(threadOfAddress(digest, base, address.slice(0, place) + changed + address.slice(place + 1))).toBeNull()
      }),
    )
  })

  it.each(['', base, 'support+@reply.vpn.example', `support+${'z'.repeat(41)}@reply.vpn.example`, 'a@b'])(
    'does not accept %j as a reply address',
    (address) => {
      expect(threadOfAddress(digest, base, address)).toBeNull()
    },
  )
})
