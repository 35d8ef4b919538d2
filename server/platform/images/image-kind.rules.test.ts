import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxImageBytes } from '#shared/support-limits.ts'
import { checkImage, imageKind } from './image-kind.rules.ts'

const bytes = (latin1: string, length = 64): Buffer =>
  Buffer.concat([Buffer.from(latin1, 'latin1'), Buffer.alloc(length)]).subarray(0, length)

describe('image type', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe1', 'jpeg'],
    ['RIFF\0\0\0\0WEBP', 'webp'],
    ['\0\0\0\x18ftypheic', 'heic'],
    ['\0\0\0\x18ftypmif1', 'heic'],
    ['\0\0\0\x18ftypavif', 'heic'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', null],
    ['GIF89a', null],
    ['%PDF-1.7', null],
    ['RIFF\0\0\0\0WAVE', null],
    ['\0\0\0\x18ftypisom', null],
    ['\xff\xd8', null],
    ['\x89PNG\n', null],
    ['', null],
  ])('reads the image type from the first bytes: %j', (first, kind) => {
    expect(imageKind(bytes(first))).toBe(kind)
  })

  it('finds no image type in any other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (other) => {
        fc.pre(![0x89, 0xff, 0x52].includes(other[0] ?? 0) && Buffer.from(other).toString('latin1', 4, 8) !== 'ftyp')
        expect(imageKind(other)).toBeNull()
      }),
    )
  })
})

it('rejects an image that is too large or of another type before decoding', () => {
  expect(checkImage(bytes('\xff\xd8\xff', maxImageBytes))).toBeNull()
  expect(checkImage(bytes('\xff\xd8\xff', maxImageBytes + 1))).toBe('ImageTooLarge')
  expect(checkImage(bytes('\0\0\0\x18ftypheic'))).toBe('ImageHeic')
  expect(checkImage(bytes('<svg/>'))).toBe('ImageKind')
})
