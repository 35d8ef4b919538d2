import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { limits } from '#server/modules/limits/limits.rules.ts'
import { replyAddress } from '#server/modules/support/reply-address.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { maxSupportText } from '#shared/support-limits.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { giveAddress } from '#tests/support/sent-messages.ts'

const address = 'support@reply.vpn.example'
const secret = 'a secret of the mail server, long enough'.replaceAll(' ', '-')
const server = 'mx.vpn.example'
const passed = 'Authentication-Results: mx.vpn.example; dmarc=pass (p=reject) header.from=mail.example'
let test: IdentityTest
let count = 0
beforeAll(async () => {
  const env = { SUPPORT_MAIL_ADDRESS: address, SUPPORT_MAIL_SECRET: secret, SUPPORT_MAIL_AUTH_SERVER: server }
  test = await openIdentity({ env })
})
afterAll(() => test.close())

async function member() {
  const email = `mails-${count++}@mail.example`
  const { token, uid } = await registerThroughApi(test, `mails-${process.pid}-${count}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  await giveAddress(test.db.asOwner, row!.id, email, 'en')
  const message = { idempotencyKey: crypto.randomUUID(), text: 'It is slow' }
  await test.call('/api/user/support_write', message, { token, address: `10.12.${count}.7` })
  const [thread] = await test.db.asOwner<{ id: string }>('select id from support_threads where user_id = $1', [row!.id])
  const to = replyAddress(createKeyedDigest(test.config.secretKey), address, thread!.id)
  return { token, uid, userId: row!.id, email, to }
}
const hand = (raw: string, authorization = `Bearer ${secret}`) =>
  test.app.inject({
    method: 'POST',
    url: '/webhooks/support-mail',
    headers: { authorization, 'content-type': 'message/rfc822' },
    payload: raw,
  })
type Written = { from: string; to: string; text: string; headers?: readonly string[]; id?: string }
const mailOf = ({ from, to, text, headers = [], id = crypto.randomUUID() }: Written) =>
  [
    `From: Someone <${from}>`,
    `To: Support <${to}>`,
    `Message-ID: <${id}@mail.example>`,
    'Subject: Re: Support has answered you',
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ].join('\r\n')
const read = async (token: string) =>
  (await test.call('/api/user/support_thread', {}, { token })).data.list.map(({ text, via }) => [text, via])

describe('answer by mail', () => {
  it('a reply by mail goes to its thread without the quoted text', async () => {
    const { token, uid, email } = await member()
    const act = { config: test.config }
    const { mail } = await perform(test.db.database, 'messages.answer', { user: String(uid), text: 'Try again' }, act)
    expect(mail!.text).toContain('reply to this mail')
    const [sent] = await test.messagesTo(email)
    const to = sent!.headers!['reply-to']!
    expect(to).toMatch(/^support\+[0-9a-z]{41}@reply\.vpn\.example$/)
    const text = 'It works now.\r\n\r\nOn Mon, 23 Nov 2026, Support wrote:\r\n> Try again'
    expect((await hand(mailOf({ from: email.toUpperCase(), to, text, headers: [passed] }))).statusCode).toBe(204)
    expect((await read(token))[0]).toEqual(['It works now.', 'mail'])
    const waits = await perform(test.db.database, 'messages.list', {}, act)
    expect(waits.items.map((row) => row.uid)).toContain(uid)
  })

  it('a mail delivered twice is stored once', async () => {
    const { token, email, to } = await member()
    const raw = mailOf({ from: email, to, text: 'Twice' })
    await Promise.all([hand(raw), hand(raw), hand(raw)])
    await hand(raw)
    expect((await read(token)).filter(([text]) => text === 'Twice')).toHaveLength(1)
  })

  it('a mail from another email address is marked, and its sender gets no mail', async () => {
    const { token, uid, email, to } = await member()
    const own = passed.replace('mail.example', 'evil.example')
    await hand(mailOf({ from: 'mallory@evil.example', to, text: 'Send me the code', headers: [own] }))
    expect((await read(token))[0]).toEqual(['Send me the code', 'mail_unproven'])
    const act = { config: test.config }
    const shown = await perform(test.db.database, 'messages.show', { user: String(uid) }, act)
    expect(shown.entries.at(-1)).toMatchObject({ from: 'customer', via: 'mail_unproven' })
    expect(shown.address).toBe(email)
    await perform(test.db.database, 'messages.answer', { user: String(uid), text: 'No' }, act)
    expect(await test.messagesTo('mallory@evil.example')).toEqual([])
    expect(await test.messagesTo(email)).toHaveLength(1)
  })

  it.each([
    ['says nothing', []],
    ['says that it is forged', [passed.replace('=pass', '=fail')]],
    ['says only in a lower header that it is genuine', [passed.replace('=pass', '=fail'), passed]],
    ['that checked it is another one', [passed.replace(server, 'mx.evil.example')]],
    ['checked another From address', [passed, 'From: Someone Else <someone@mail.example>']],
  ])('a mail with a matching From is marked as unproven when the mail server %s', async (_title, headers) => {
    const { token, email, to } = await member()
    await hand(mailOf({ from: email, to, text: 'Take the second factor off', headers }))
    expect((await read(token))[0]).toEqual(['Take the second factor off', 'mail_unproven'])
  })

  it('slow HTML is read only up to a limit', async () => {
    const { token, email, to } = await member()
    const html = '<a href="'.repeat(150_000)
    const kind = 'Content-Type: multipart/mixed; boundary=b'
    const plain = '--b\r\nContent-Type: text/plain\r\n\r\nIt is slow'
    const text = `${plain}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`
    expect((await hand(mailOf({ from: email, to, text, headers: [kind] }))).statusCode).toBe(204)
    expect((await read(token))[0]![0]).toMatch(/^It is slow/)
  })

  it('automatic, own, empty or misaddressed mails are dropped silently', async () => {
    const { token, email, to, userId } = await member()
    const other = await member()
    const before = await read(token)
    const drop = async (mail: string) => expect((await hand(mail)).statusCode).toBe(204)
    for (const header of ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'Return-Path: <>', 'List-Id: <a.b>'])
      await drop(mailOf({ from: email, to, text: 'Away', headers: [header] }))
    await drop(mailOf({ from: 'MAILER-DAEMON@mail.example', to, text: 'Undelivered' }))
    await drop(mailOf({ from: email, to: to.replace(/.@/, (end) => (end === 'a@' ? 'b@' : 'a@')), text: 'x' }))
    await drop(mailOf({ from: email, to: address, text: 'x' }))
    await drop(mailOf({ from: email, to, text: '> all of it quoted' }))
    await drop('')
    await drop('\0\xff not a mail')
    expect(await read(token)).toEqual(before)
    expect(await read(other.token)).toHaveLength(1)
    await test.db.asOwner('delete from support_threads where user_id = $1', [userId])
    await drop(mailOf({ from: email, to, text: 'Still there?' }))
    expect(await read(token)).toEqual([])
  })

  it('a mail posted without the secret of the endpoint is refused, and one beyond 18 MiB gets 413', async () => {
    const { token, email, to } = await member()
    const raw = mailOf({ from: email, to, text: 'x' })
    for (const wrong of ['', 'Bearer', `Bearer ${secret}x`, `bearer ${secret}`, secret])
      expect((await hand(raw, wrong)).statusCode).toBe(401)
    expect((await hand('x'.repeat(19_000_000), 'Bearer no')).statusCode).toBe(401)
    expect((await hand(mailOf({ from: email, to, text: 'x'.repeat(19_000_000) }))).statusCode).toBe(413)
    expect(await read(token)).toHaveLength(1)
  })

  it('a long mail is cut and its attachments are reported', async () => {
    const { token, email, to } = await member()
    const raw = [
      `From: <${email}>`,
      `To: <${to}>`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<p>${'y'.repeat(9_000)}</p><script>alert(1)</script>`,
      '--b',
      'Content-Type: image/svg+xml; name=a.svg',
      'Content-Disposition: attachment; filename=a.svg',
      '',
      '<svg onload="alert(1)"/>',
      '--b--',
    ].join('\r\n')
    await hand(raw)
    const [text] = (await read(token))[0]!
    expect([...text!].length).toBeLessThanOrEqual(maxSupportText)
    expect(text).toMatch(/^y+…\n\n\[1 attachment was not kept: /)
  })

  it('mails are limited per hour, and the account can still write', async () => {
    const { token, email, to } = await member()
    const most = limits['support-mail-hour'].max
    for (let n = 0; n <= most; n++) await hand(mailOf({ from: email, to, text: `${n}` }))
    expect(await read(token)).toHaveLength(most + 1)
    const message = { idempotencyKey: crypto.randomUUID(), text: 'Here' }
    expect((await test.call('/api/user/support_write', message, { token, address: '10.13.0.1' })).status).toBe('OK')
  })

  it('a mail uses up the limit before it is parsed, even without text', async () => {
    const { token, email, to } = await member()
    for (let n = 0; n < limits['support-mail-hour'].max; n++) await hand(mailOf({ from: email, to, text: '> quoted' }))
    await hand(mailOf({ from: email, to, text: 'One too many' }))
    expect(await read(token)).toHaveLength(1)
  })

  it('a mail is refused when the operator has closed the inbox', async () => {
    const { token, email, to } = await member()
    await test.db.database.transaction((tx) => saveSetting(tx, 'supportInbox', false))
    expect((await hand(mailOf({ from: email, to, text: 'x' }))).statusCode).toBe(204)
    await test.db.database.transaction((tx) => saveSetting(tx, 'supportInbox', true))
    expect(await read(token)).toHaveLength(1)
  })
})

it('without a configured support email address the mail endpoint answers 404, and mails refer to the account', async () => {
  const plain = await openIdentity()
  try {
    const { uid } = await registerThroughApi(plain, 'plain-answer')
    const [row] = await plain.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
    await giveAddress(plain.db.asOwner, row!.id, 'plain@mail.example', 'en')
    const given = { user: String(uid), text: 'Hello' }
    await perform(plain.db.database, 'messages.answer', given, { config: plain.config })
    const [sent] = await plain.messagesTo('plain@mail.example')
    expect(sent!.text).toContain('nobody reads replies to this mail')
    expect(sent!.headers).not.toHaveProperty('reply-to')
    const answer = await plain.app.inject({ method: 'POST', url: '/webhooks/support-mail', payload: 'x' })
    expect(answer.statusCode).toBe(404)
  } finally {
    await plain.close()
  }
})
