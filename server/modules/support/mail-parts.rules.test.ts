import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, readMailParts } from './mail-parts.rules.ts'

const lines = (...text: string[]) => text.join('\r\n')
const read = (raw: string) => readMailParts(raw, 1_000)
const file = (bytes: Buffer, type = 'image/png') =>
  lines(
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  )
const mixed = (boundary: string, ...parts: string[]) =>
  lines(
    `Content-Type: multipart/mixed;`,
    `\tboundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  )
const words = lines('Content-Type: text/plain; charset=utf-8', '', 'It is slow')

describe('MIME parts of a mail', () => {
  it('finds attachments byte for byte in any nesting', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 }),
        fc.integer({ min: 0, max: 8 }),
        (files, depth) => {
          let raw = mixed('b', words, ...files.map((bytes) => file(Buffer.from(bytes))))
          for (let n = 0; n < depth; n++) raw = mixed(`b${n}`, raw)
          const parts = read(raw)
          expect(parts.words).toContain('It is slow')
          expect(parts.files.map((each) => bytesOf(each, 300))).toEqual(files.map((bytes) => Buffer.from(bytes)))
          expect(parts.more).toBe(0)
        },
      ),
    )
  })

  it('parses any text without an error', () => {
    const bits = fc.constantFrom(
      '\r\n',
      '\n',
      '--b',
      '--b--',
      ' ',
      'Content-Type: multipart/x; boundary=b',
      ':',
      '\0',
      'x',
    )
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 60 }), (each) => {
        const { files, more } = read(each.join(''))
        for (const found of files) bytesOf(found, 100)
        expect(files.length + more).toBeLessThanOrEqual(101)
      }),
    )
  })

  it('treats a part without a type as text, and an attached part as a file', () => {
    expect(read('From: a\r\n\r\nHello')).toEqual({ words: 'From: a\r\n\r\nHello', files: [], more: 0 })
    const attached = lines('Content-Type: text/plain', 'Content-Disposition: attachment; filename=a.txt', '', 'x')
    expect(read(mixed('b', words, attached)).files).toHaveLength(1)
    // A MIME part without headers is text.
    expect(read(mixed('b', '\r\nbare')).words).toContain('bare')
  })

  it('limits the depth and number of parts', () => {
    let deep = mixed('b', file(Buffer.from('x')))
    for (let n = 0; n < 20; n++) deep = mixed(`c${n}`, deep)
    expect(read(deep)).toMatchObject({ files: [], more: 1 })
    const many = mixed('b', ...Array.from({ length: 500 }, () => file(Buffer.from('x'))))
    const { files, more } = read(many)
    expect(files.length).toBeLessThanOrEqual(100)
    expect(more).toBeGreaterThan(0)
  })

  it('returns MIME parts as slices of the mail without copies', () => {
    let raw = mixed('b', words, file(Buffer.alloc(6_000_000)))
    for (let n = 0; n < 9; n++) raw = mixed(`b${n}`, file(Buffer.alloc(20)), raw)
    const whole = Buffer.from(raw, 'latin1').toString('latin1')
    const before = process.memoryUsage().heapUsed
    const { files } = read(whole)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(whole.length)
    expect(files).toHaveLength(10)
  })

  it('skips megabytes of MIME boundaries quickly', () => {
    const raw = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'\r\n--bx'.repeat(1_000_000)}`
    expect(read(raw)).toEqual({ words: null, files: [], more: 0 })
  })
})

describe('bytes of an attachment', () => {
  it('rejects an attachment above the limit', () => {
    const twice = { encoding: 'base64', body: Buffer.alloc(200).toString('base64') }
    expect(bytesOf(twice, 200)).toHaveLength(200)
    expect(bytesOf(twice, 199)).toBeNull()
    expect(bytesOf({ encoding: 'base64', body: 'A'.repeat(10_000) }, 100)).toBeNull()
  })

  it('reads plain bytes and rejects an unexpected encoding', () => {
    expect(bytesOf({ encoding: 'binary', body: '\x89PNG' }, 9)).toEqual(Buffer.from('\x89PNG', 'latin1'))
    expect(bytesOf({ encoding: 'quoted-printable', body: '=89PNG' }, 9)).toBeNull()
  })
})
