import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decode, encode } from './protobuf.ts'

it('protocol buffer fields are encoded as in the specification', () => {
  expect(encode([[1, 150]]).toString('hex')).toBe('089601')
  expect(encode([[2, 'testing']]).toString('hex')).toBe('120774657374696e67')
})

it('every encoded message is decoded unchanged', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), value)), (fields) => {
      expect(decode(encode(fields))).toEqual(fields.map(([number, of]) => ({ number, value: of })))
    }),
  )
})

it('a truncated message or unknown field type is refused', () => {
  expect(() => decode(Buffer.from('0896', 'hex'))).toThrow('too early')
  expect(() => decode(Buffer.from('0d00000000', 'hex'))).toThrow('kind 5')
})
