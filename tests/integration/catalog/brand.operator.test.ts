import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SiteMark } from '#shared/site.ts'
import { readBrandKit } from '#server/modules/catalog/catalog.service.ts'
import { setSetting } from '#server/workflows/catalog/change-settings.ts'
import { say } from '#text/say.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { perform } from '#tests/support/operator-acts.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const set = (setting: 'look' | 'mark' | 'pageTexts', value: unknown, preview = false) =>
  perform(
    app.db.database,
    'settings.set',
    { setting, value: JSON.stringify(value), reason: 'a new brand' },
    { preview },
  )
const mark = async () => (await readBrandKit(app.db.database)).mark
const noise = (side: number) => sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })

it('encodes a PNG brand mark anew, at most 512 pixels wide and without invisible data', async () => {
  const png = await sharp({ create: { width: 900, height: 600, channels: 4, background: '#8a1c4f' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .png()
    .toBuffer()
  const { changes } = await set('mark', { kind: 'png', data: png.toString('base64') })
  expect(changes).toMatchObject([
    { name: 'Mark', before: 'not set', after: expect.stringMatching(/^PNG, [\d.]+ kB$/) as string },
  ])
  const saved = Buffer.from((await mark())!.data, 'base64')
  expect(await sharp(saved).metadata()).toMatchObject({ format: 'png', width: 512, height: 341 })
  expect(saved.includes('secret')).toBe(false)
})

it('refuses a brand mark that is no PNG, or that cannot be decoded', async () => {
  const jpeg = (await noise(8).jpeg().toBuffer()).toString('base64')
  const png = await noise(64).png().toBuffer()
  const before = await mark()
  for (const data of [jpeg, png.subarray(0, 900).toString('base64'), '!!', 'PHN2Zy8+'])
    await expect(set('mark', { kind: 'png', data }), data.slice(0, 12)).rejects.toThrow('not a PNG picture')
  expect(await mark()).toEqual(before)
})

describe('decoding a PNG brand mark', () => {
  const operator = { id: 'olive', name: 'olive', role: 'owner' } as const
  const look = async () => {
    const data = (await noise(300).resize(120).png().toBuffer()).toString('base64')
    const value = JSON.stringify({ kind: 'png', data })
    const input = { setting: 'mark', value, reason: 'a new brand' } as const
    // Passes no database, because nothing may be locked while a picture is decoded.
    return () => setSetting.look(null as never, input, operator, null as never)
  }

  it('a PNG mark is decoded before the database transaction, and once for the same picture', async () => {
    const decode = await look()
    const first = await decode()
    expect(first.ok).toBe(true)
    expect(await decode()).toBe(first)
  })

  it('says that it is busy if too many pictures wait', async () => {
    const looks = await Promise.all(Array.from({ length: 5 }, look))
    const results = await Promise.all(looks.map((decode) => decode()))
    const refused = results.flatMap((result) => (result.ok ? [] : [result.refusal]))
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, sentence } of refused)
      expect([status, say('en', sentence)]).toEqual(['Unavailable', expect.stringContaining('Try again') as string])
  })
})

it('saves an SVG brand mark as it was read, and refuses one with a script', async () => {
  const drawing = '<svg viewBox="0 0 9 9"><!-- by me --><title>Mark</title><path d="M0 0h9v9z"/></svg>'
  await set('mark', { kind: 'svg', data: drawing })
  const saved: SiteMark = {
    kind: 'svg',
    data: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
  }
  expect(await mark()).toEqual(saved)
  await expect(set('mark', { kind: 'svg', data: drawing.replace('<title>', '<script>') })).rejects.toThrow('script')
  expect(await mark()).toEqual(saved)
})

it('stores digests of brand marks in the audit log, not the pictures', async () => {
  const rows = await app.db.asOwner<{ details: string }>(
    `select details::text as details from audit_log where action = 'settings.set' and details::text like '%sha256%'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ details }) => details).join()).not.toMatch(/iVBOR|<path/)
})

it("removing the shop's own brand mark and sentences brings back the shipped ones", async () => {
  await set('mark', null)
  expect(await mark()).toBeNull()
  await set('pageTexts', { 'home.headline': { en: 'Go.', 'zh-CN': '走。' } })
  const { changes } = await set('pageTexts', {}, true)
  expect(changes).toEqual([
    { name: 'pageTexts.home.headline.en', before: 'Go.', after: 'not set' },
    { name: 'pageTexts.home.headline.zh-CN', before: '走。', after: 'not set' },
  ])
})
