import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { limits } from '#server/modules/limits/limits.rules.ts'
import { countTries } from '#server/modules/limits/limits.service.ts'
import { replyAddress } from '#server/modules/support/reply-address.ts'
import { reencodeImage } from '#server/platform/images/reencode-image.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { maxImageBytes } from '#shared/support-limits.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'
import { giveAddress } from '#tests/support/sent-messages.ts'

const address = 'support@reply.vpn.example'
const secret = 'a-secret-of-the-mail-server-long-enough'
const folder = path.join(import.meta.dirname, '../../fixtures/mail')
let test: IdentityTest
let photo: Buffer
let count = 0
beforeAll(async () => {
  test = await openIdentity({ env: { SUPPORT_MAIL_ADDRESS: address, SUPPORT_MAIL_SECRET: secret } })
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a7' } })
    .withExif({ IFD0: { Copyright: 'taken by Lin' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => test.close())

async function member() {
  const email = `shows-${count++}@mail.example`
  const { token, uid } = await registerThroughApi(test, `pictures-${process.pid}-${count}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  await giveAddress(test.db.asOwner, row!.id, email, 'en')
  const message = { idempotencyKey: crypto.randomUUID(), text: 'It is slow' }
  await test.call('/api/user/support_write', message, { token, address: `10.14.${count}.7` })
  const [thread] = await test.db.asOwner<{ id: string }>('select id from support_threads where user_id = $1', [row!.id])
  const to = replyAddress(createKeyedDigest(test.config.secretKey), address, thread!.id)
  return { token, userId: row!.id, email, to }
}
type Member = Awaited<ReturnType<typeof member>>
const hand = (raw: string) =>
  test.app.inject({
    method: 'POST',
    url: '/webhooks/support-mail',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
    payload: raw,
  })
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
/** Mail of this user in the format of a real mail program. */
async function fixture(name: string, { email, to }: Member, picture = photo): Promise<string> {
  const text = await readFile(path.join(folder, `${name}.eml`), 'utf8')
  return text
    .replaceAll(/\r?\n/g, '\r\n')
    .replaceAll('{{from}}', email)
    .replaceAll('{{to}}', to)
    .replaceAll('{{id}}', crypto.randomUUID())
    .replaceAll('{{picture}}', base64(picture))
}
type Part = { readonly type: string; readonly bytes: Buffer }
const mailWith = ({ email, to }: Member, text: string, parts: readonly Part[]) =>
  [
    `From: <${email}>`,
    `To: <${to}>`,
    `Message-ID: <${crypto.randomUUID()}@mail.example>`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ...parts.flatMap(({ type, bytes }) => [
      '--b',
      `Content-Type: ${type}`,
      'Content-Disposition: attachment; filename=a',
      'Content-Transfer-Encoding: base64',
      '',
      base64(bytes),
    ]),
    '--b--',
  ].join('\r\n')
const newest = async ({ token }: Member) => (await test.call('/api/user/support_thread', {}, { token })).data.list[0]!
const rowsOf = ({ userId }: Member) => test.db.asOwner('select 1 from support_images where user_id = $1', [userId])
const left = (number: string) => `[${number} not kept: pictures alone are, up to 3 with a mail (PNG, JPEG or WebP).]`

async function whileBusy(act: () => Promise<void>): Promise<void> {
  const over = new AbortController()
  const wait = async (_: unknown, account: number) => {
    while (!over.signal.aborted) if ((await reencodeImage(Buffer.from('x'), `${account}`)) === null) await sleep(5)
  }
  const waiting = Array.from({ length: 18 }, wait)
  try {
    await act()
  } finally {
    over.abort()
    await Promise.all(waiting)
  }
}

describe('picture in a support mail', () => {
  it('an inline picture from Gmail is kept re-encoded, and only its writer can open it', async () => {
    const me = await member()
    expect((await hand(await fixture('gmail-inline', me))).statusCode).toBe(204)
    const entry = await newest(me)
    expect(entry.text).toBe('This is what I see — it stays red.\n[image: screenshot.png]')
    expect(entry.images).toMatchObject([{ width: 300, height: 200 }])
    const opened = await test.call('/api/user/support_image', { id: entry.images[0]!.id }, { token: me.token })
    const webp = Buffer.from(opened.data.webp, 'base64')
    expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', width: 300 })
    expect(webp.includes('Lin')).toBe(false)
    const other = await member()
    const asked = await test.call('/api/user/support_image', { id: entry.images[0]!.id }, { token: other.token })
    expect(asked.status).toBe('NotFound')
  })

  it('nested pictures from Apple Mail are recognized by content, and other attachments are reported', async () => {
    const me = await member()
    await hand(await fixture('apple-nested', me))
    const entry = await newest(me)
    expect(entry.text).toBe(`Both pictures are from today.\n\n${left('1 attachment was')}`)
    expect(entry.images).toHaveLength(2)
  })

  it('a mail delivered twice at once keeps its picture once', async () => {
    const me = await member()
    const raw = await fixture('gmail-inline', me)
    await Promise.all([hand(raw), hand(raw)])
    expect(await rowsOf(me)).toHaveLength(1)
  })

  it('a mail with only a picture is a message, and a false picture is left out', async () => {
    const me = await member()
    await hand(mailWith(me, '', [{ type: 'image/jpeg', bytes: photo }]))
    expect(await newest(me)).toMatchObject({ text: '', images: [{ width: 300 }] })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    const damaged = Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.from('<script>')])
    const parts = [svg, damaged, Buffer.from('MZ')].map((bytes) => ({ type: 'image/png', bytes }))
    await hand(mailWith(me, 'Look', parts))
    expect(await newest(me)).toMatchObject({ text: `Look\n\n${left('3 attachments were')}`, images: [] })
  })

  it('an oversized picture is left out, and the one beside it is kept', async () => {
    const me = await member()
    const bomb = await sharp({
      create: { width: 8_000, height: 8_000, channels: 3, background: 'red' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const long = Buffer.concat([photo, Buffer.alloc(maxImageBytes + 1 - photo.length)])
    await hand(
      mailWith(
        me,
        'Three',
        [bomb, long, photo].map((bytes) => ({ type: 'image/png', bytes })),
      ),
    )
    expect(await newest(me)).toMatchObject({ text: `Three\n\n${left('2 attachments were')}`, images: [{ width: 300 }] })
  })

  it('pictures beyond three per mail or the hourly limit are left out', async () => {
    const me = await member()
    const four = Array.from({ length: 4 }, () => ({ type: 'image/jpeg', bytes: photo }))
    await hand(mailWith(me, 'First', four))
    expect(await newest(me)).toMatchObject({ text: `First\n\n${left('1 attachment was')}` })
    expect(await rowsOf(me)).toHaveLength(3)
    const digest = createKeyedDigest(test.config.secretKey)
    for (let used = 3; used < limits['support-image-hour'].max - 1; used++)
      await countTries(test.db.database, digest, [{ rule: 'support-image-hour', subject: me.userId }])
    await hand(mailWith(me, 'Second', four))
    expect(await newest(me)).toMatchObject({ text: `Second\n\n${left('3 attachments were')}` })
    expect(await rowsOf(me)).toHaveLength(4)
  })

  it('a picture before the text does not hide the text', async () => {
    const me = await member()
    const noise = await sharp(randomBytes(200 * 200 * 3), {
      raw: { width: 200, height: 200, channels: 3 },
    })
      .png()
      .toBuffer()
    const whole = mailWith(me, 'Below it', [{ type: 'image/png', bytes: noise }])
    const [head = '', words = '', picture = ''] = whole.split('--b\r\n')
    await hand(`${head}--b\r\n${picture.replace(/--b--$/, '')}\r\n--b\r\n${words}\r\n--b--`)
    expect(await newest(me)).toMatchObject({ text: 'Below it', images: [{ width: 200, height: 200 }] })
  })

  it('a mail whose picture cannot be queued is retried later, and nothing is stored until then', async () => {
    const me = await member()
    const raw = mailWith(me, 'Look', [{ type: 'image/jpeg', bytes: photo }])
    const before = await newest(me)
    await whileBusy(async () => {
      for (let n = 0; n <= limits['support-mail-hour'].max; n++) expect((await hand(raw)).statusCode).toBe(503)
    })
    expect(await newest(me)).toEqual(before)
    expect((await hand(raw)).statusCode).toBe(204)
    expect(await newest(me)).toMatchObject({ text: 'Look', images: [{ width: 300 }] })
  })
})

describe('mail intake', () => {
  it('two mails are read at a time, and a further one is retried later', async () => {
    const all = await Promise.all([member(), member(), member()])
    const raws = all.map((me) => mailWith(me, 'Look', [{ type: 'image/jpeg', bytes: photo }]))
    const codes = (await Promise.all(raws.map(hand))).map(({ statusCode }) => statusCode)
    expect(codes.toSorted()).toEqual([204, 204, 503])
    const again = await Promise.all([hand(raws[codes.indexOf(503)]!), hand(raws[codes.indexOf(503)]!)])
    expect(again.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 503])
    for (const me of all) expect(await newest(me)).toMatchObject({ text: 'Look', images: [{ width: 300 }] })
  })

  it('oversized or broken-off mails take no slot, and a slow one is waited for', async () => {
    const me = await member()
    for (let n = 0; n < 3; n++) expect((await hand('x'.repeat(19 * 1024 * 1024))).statusCode).toBe(413)
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo
    for (let n = 0; n < 3; n++) {
      const socket = connect(port, '127.0.0.1')
      const arrived = once(test.app.server, 'request')
      socket.write(
        `POST /webhooks/support-mail HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\nContent-Type: message/rfc822\r\nContent-Length: 9\r\n\r\nx`,
      )
      const [request] = (await arrived) as [{ socket: Socket }]
      // `once` would reject, because the socket ends with an error.
      const closed = new Promise((resolve) => void request.socket.once('close', resolve))
      socket.destroy()
      await closed
    }
    const opened = once(test.app.server, 'connection')
    const answer = fetch(`http://127.0.0.1:${port}/webhooks/support-mail`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
      body: mailWith(me, 'Look', [{ type: 'image/jpeg', bytes: photo }]),
    })
    const setTimeout = vi.spyOn(((await opened) as [Socket])[0], 'setTimeout')
    expect((await answer).status).toBe(204)
    expect(setTimeout).toHaveBeenCalledWith(0)
  })
})
