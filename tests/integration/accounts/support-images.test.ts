import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failedImageTries, limits } from '#server/modules/limits/limits.rules.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { decoderPermissions, reencodeImage } from '#server/platform/images/reencode-image.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { apiPrefix } from '#shared/api-values.ts'
import { maxImageBytes } from '#shared/support-limits.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { openIdentity, type IdentityTest } from '#tests/support/identity.ts'

let test: IdentityTest
let photo: Buffer
let count = 0
/** Simulates the encryption key, in a data folder readable only by its user. */
let secretFile: string
const require = createRequire(import.meta.url)
beforeAll(async () => {
  test = await openIdentity()
  secretFile = path.join(await mkdtemp(path.join(tmpdir(), 'wayfare-data-')), 'secret.key')
  await writeFile(secretFile, 'sealed', { mode: 0o600 })
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#0a7' } })
    .withExif({ IFD0: { Copyright: 'taken by Lin' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await test.close()
  await rm(path.dirname(secretFile), { recursive: true })
})

/**
 * Valid black and white PNG (RFC 2083) with one bit per pixel. Packing it takes a hundredth of the time of a coloured
 * one.
 */
function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const lines = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))])
}

async function member() {
  const { token, uid } = await registerThroughApi(test, `shows-${process.pid}-${count++}`)
  const [row] = await test.db.asOwner<{ id: string }>('select id from users where uid = $1', [uid])
  return { token, uid, userId: row!.id, address: `10.11.${count}.7` }
}
type Member = Awaited<ReturnType<typeof member>>
const add = ({ token, address }: Member, bytes: Buffer) =>
  test.call('/api/user/support_add_image', { data: bytes.toString('base64') }, { token, address })
const write = ({ token, address }: Member, text: string, images: string[], key: string = crypto.randomUUID()) =>
  test.call('/api/user/support_write', { idempotencyKey: key, text, images }, { token, address })
const read = async ({ token }: Member) => (await test.call('/api/user/support_thread', {}, { token })).data
const open = ({ token }: Member, id: string) => test.call('/api/user/support_image', { id }, { token })
const fieldsOf = (answer: { data: object }) => (answer.data as { fields?: Record<string, string> }).fields ?? {}
/** OOM scores and command-line options of our picture decoding processes. */
async function readDecoders(): Promise<{ score: string; options: string[] }[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const decoderOf = async (id: string) => {
    const [stat = '', command = ''] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8')),
    )
    const isOurs = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) === process.pid
    const isOpened = command.startsWith(process.execPath) && command.includes('reencode.child')
    if (!isOurs || !isOpened) return []
    const options = command.split('\0').filter((part) => part.startsWith('--'))
    return [{ score: (await readFile(`/proc/${id}/oom_score_adj`, 'utf8')).trim(), options }]
  }
  // A process may end while it is read.
  return (await Promise.all(ids.map((id) => decoderOf(id).catch(() => [])))).flat()
}
const kept = (userId: string) => test.db.asOwner('select 1 from support_images where user_id = $1', [userId])

describe('picture for support', () => {
  it('a picture is accepted only from a signed-in user and as JSON', async () => {
    const send = (type: string) =>
      test.app.inject({
        method: 'POST',
        url: '/v4/test/api/user/support_add_image',
        headers: { 'content-type': type, authorization: 'no token' },
        payload: '{"data":"z"}',
      })
    const codes = []
    for (const type of ['text/plain', 'application/jsonp', 'application/json', 'application/json; charset=utf-8'])
      codes.push((await send(type)).statusCode)
    expect(codes).toEqual([415, 415, 401, 401])
  })

  it('uploading a picture rotates an old token like every call', async () => {
    const me = await member()
    await test.db.asOwner(
      `update session_tokens set issued_at = issued_at - interval '2 days' where session_id in (select id from sessions where user_id = $1)`,
      [me.userId],
    )
    const { pragma } = await add(me, photo)
    expect(pragma).toEqual(expect.any(String))
    expect((await read({ ...me, token: pragma as string })).list).toEqual([])
  })

  it('a picture is re-encoded without metadata and stored encrypted', async () => {
    const me = await member()
    const { data } = await add(me, Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]))
    expect(data).toMatchObject({ width: 300, height: 200 })
    const webp = Buffer.from((await open(me, data.id)).data.webp, 'base64')
    const facts = await sharp(webp).metadata()
    expect(facts).toMatchObject({ format: 'webp', width: 300, height: 200 })
    expect([facts.exif, facts.xmp, facts.icc, facts.iptc]).toEqual([undefined, undefined, undefined, undefined])
    for (const trace of ['Lin', 'secret', 'script', 'Exif']) expect(webp.includes(trace)).toBe(false)
    const [row] = await test.db.asOwner<{ sealed: Buffer }>('select sealed from support_images where id = $1', [
      data.id,
    ])
    expect(row!.sealed.includes('WEBP')).toBe(false)
  })

  it('a picture is sent with a message, also without text, and only its writer can open it', async () => {
    const [me, other] = [await member(), await member()]
    const { id } = (await add(me, photo)).data
    expect((await write(other, 'mine', [id])).data).toMatchObject({ fields: { images: expect.any(String) } })
    expect((await read(other)).list).toEqual([])
    const key = crypto.randomUUID()
    const sent = await write(me, '', [id], key)
    expect(sent.status).toBe('OK')
    expect((await write(me, '', [id], key)).data.id).toBe(sent.data.id)
    expect((await read(me)).list).toMatchObject([{ text: '', images: [{ id, width: 300, height: 200 }] }])
    expect((await write(me, 'again', [id])).status).toBe('InvalidInput')
    expect((await open(other, id)).status).toBe('NotFound')
    expect((await test.call('/api/user/support_image', { id })).status).toBe('Unauthorized')
    expect((await write(me, '', [])).data).toMatchObject({ fields: { text: 'Please fill this in' } })
  })

  it('a picture of another kind, too large or damaged is refused with advice', async () => {
    const me = await member()
    expect((await write(me, 'x', ['../1'])).status).toBe('InvalidInput')
    expect((await open(me, 'x')).status).toBe('NotFound')
    const fault = async (bytes: Buffer) => fieldsOf(await add(me, bytes)).data
    expect(await fault(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))).toContain(
      'PNG, JPEG',
    )
    expect(await fault(Buffer.from('GIF89a' + 'x'.repeat(99)))).toContain('PNG, JPEG')
    expect(await fault(Buffer.from('\0\0\0\x18ftypheic' + 'x'.repeat(99), 'latin1'))).toContain('HEIC')
    expect(await fault(photo.subarray(0, photo.length / 2))).toContain('damaged')
    expect(await fault(Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.from('<svg/>')]))).toContain(
      'damaged',
    )
    const long = Buffer.concat([photo, Buffer.alloc(maxImageBytes + 1 - photo.length)])
    expect((await add(me, long)).status).toBe('InvalidInput')
    expect(await kept(me.userId)).toEqual([])
  })

  it('a picture that claims 20,000 × 20,000 pixels is not decoded, and the next one is accepted', async () => {
    const me = await member()
    const bomb = blackPng(20_000)
    expect((await sharp(bomb, { limitInputPixels: false }).metadata()).width).toBe(20_000)
    expect(bomb.byteLength).toBeLessThan(maxImageBytes)
    expect(fieldsOf(await add(me, bomb)).data).toContain('50 million pixels')
    expect((await add(me, photo)).status).toBe('OK')
  })

  it('a picture with a side over 12,000 pixels is not decoded', async () => {
    const me = await member()
    const line = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'red' } })
        .png()
        .toBuffer()
    expect(fieldsOf(await add(me, await line(1, 12_001))).data).toContain('12,000 pixels on each side')
    expect((await add(me, await line(12_000, 1))).status).toBe('OK')
  })

  it('pictures are limited per hour, and one that cannot be decoded uses up five', async () => {
    const me = await member()
    await test.db.asOwner('delete from limit_counters')
    const broken = photo.subarray(0, photo.length / 2)
    for (let n = 0; n < limits['support-image-hour'].max / failedImageTries; n++)
      expect((await add(me, broken)).status).toBe('InvalidInput')
    expect((await add(me, photo)).status).toBe('TooManyRequests')
    expect(failedImageTries).toBe(5)
  })

  it('the picture decoding process can read the installed packages and no other files', async () => {
    const script = `
      const { readFileSync } = require('node:fs')
      for (const file of ${JSON.stringify([secretFile, 'package.json', '/proc/self/environ', require.resolve('sharp')])})
        try { readFileSync(file); console.log('read') } catch (error) { console.log(error.code) }`
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...decoderPermissions,
      '--no-warnings',
      '-e',
      script,
    ])
    expect(stdout.trim().split('\n')).toEqual([...Array<string>(3).fill('ERR_ACCESS_DENIED'), 'read'])
  })

  it.runIf(process.platform === 'linux')(
    'the picture decoding process starts with limited permissions, and the kernel ends it first when memory runs out',
    async () => {
      const scores = new Set<string>()
      const options: string[][] = []
      // A decoding process is short-lived and may end between two reads, so the loop starts another.
      while (scores.size === 0) {
        const state = { isOpen: true }
        const opened = reencodeImage(photo, 'lin').finally(() => (state.isOpen = false))
        while (state.isOpen)
          for (const decoder of await readDecoders()) {
            scores.add(decoder.score)
            options.push(decoder.options)
          }
        expect(await opened).toMatchObject({ ok: true })
      }
      expect([...scores]).toEqual(['1000'])
      expect(decoderPermissions).toContain('--permission')
      for (const started of options) expect(started).toEqual(expect.arrayContaining([...decoderPermissions]))
      expect(options.flat().filter((option) => option.startsWith('--allow'))).toEqual(
        options.flatMap(() => decoderPermissions.filter((option) => option.startsWith('--allow'))),
      )
    },
  )

  it('a picture of a caller without a session is refused before its body is read', async () => {
    const body = `{"data":"${'A'.repeat(5_000_000)}`
    const response = await test.app.inject({
      method: 'POST',
      url: `${apiPrefix(test.config.environment)}/api/user/support_add_image`,
      headers: { 'content-type': 'application/json' },
      payload: body,
    })
    // A request whose body was read and cut off would get InvalidInput instead.
    expect(response.json()).toMatchObject({ status: 'Unauthorized' })
  })

  it('an unsent picture is deleted after a day, a sent one with its thread, and all with the account', async () => {
    const me = await member()
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push((await add(me, photo)).data.id)
    await write(me, 'look', ids.slice(0, 1))
    await test.db.asOwner(
      `update support_images set uploaded_at = uploaded_at - interval '25 hours' where id = any($1)`,
      [[ids[0], ids[1]]],
    )
    await enqueueJob(test.db.database, 'forget-identity-traces', {})
    await test.work()
    expect(await kept(me.userId)).toHaveLength(2)
    expect((await open(me, ids[1]!)).status).toBe('NotFound')
    await test.db.asOwner('delete from support_threads where user_id = $1', [me.userId])
    expect(await kept(me.userId)).toHaveLength(1)
    await test.db.asOwner(
      `insert into account_deletions (user_id, erase_at) values ($1, now() - interval '1 minute')`,
      [me.userId],
    )
    await eraseDueAccounts(test.db.database)
    expect(await kept(me.userId)).toEqual([])
  })
})

it('concurrent pictures are decoded in turn per account, so three busy accounts do not block another', async () => {
  const done: string[] = []
  const send = async (account: string) => {
    const image = await reencodeImage(photo, account)
    if (image?.ok) done.push(account)
    return image === null ? 'too many' : 'made'
  }
  const flood = ['a', 'b', 'c'].flatMap((account) => Array.from({ length: 5 }, () => send(account)))
  const answers = await Promise.all([...flood, send('maya')])
  // One picture of the first account is being decoded, and two of each account wait.
  expect(answers.filter((answer) => answer === 'too many')).toHaveLength(8)
  expect(answers.at(-1)).toBe('made')
  expect(done.indexOf('maya')).toBeLessThan(5)
})

it('eight accounts of one network do not fill the whole decoding queue', async () => {
  const send = async (account: string, network: string) =>
    (await reencodeImage(Buffer.from('x'), account, network)) === null ? 'too many' : 'looked at'
  const flood = Array.from({ length: 8 }, (_, n) => `crowd ${n}`).flatMap((account) => [account, account])
  const all = flood.map((account) => send(account, 'crowd'))
  const answers = await Promise.all([...all, send('maya', 'home')])
  // One picture is being decoded, and six wait.
  expect(answers.filter((answer) => answer === 'too many')).toHaveLength(9)
  expect(answers.at(-1)).toBe('looked at')
})
