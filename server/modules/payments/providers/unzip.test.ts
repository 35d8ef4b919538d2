import zlib from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { unzip } from './unzip.ts'

/** Archive made by another tool: one file deflated, one stored under a name in UTF-8. */
const archive = Buffer.from(
  'UEsDBBQAAAAIAAAAdF0z6uo4FgAAADACAAALAAAAZGV0YWlscy5jc3YrKUpMSdVJzM0vzSvh5SoZ5Y3y8PIAUEsDBBQAAAgAAAAAdF25T6sTBAAAAAQAAAAKAAAA5rGH5oC7LmNzdnN1bXNQSwECFAMUAAAACAAAAHRdM+rqOBYAAAAwAgAACwAAAAAAAAAAAAAAgAEAAAAAZGV0YWlscy5jc3ZQSwECFAMUAAAIAAAAAHRduU+rEwQAAAAEAAAACgAAAAAAAAAAAAAAgAE/AAAA5rGH5oC7LmNzdlBLBQYAAAAAAgACAHEAAABrAAAAAAA=',
  'base64',
)
const megabyte = 1024 * 1024
const files = [
  { name: 'details.csv', bytes: Buffer.from('trade,amount\r\n'.repeat(40)) },
  { name: '汇总.csv', bytes: Buffer.from('sums') },
]

describe('zip archive', () => {
  it('deflated and stored files are unpacked', () => expect(unzip(archive, megabyte)).toEqual(files))

  it('an archive that is cut off anywhere is refused', () => {
    for (let length = 0; length < archive.length; length++)
      expect(unzip(archive.subarray(0, length), megabyte)).toBeNull()
  })

  it('a damaged archive never gives wrong bytes', () => {
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = Buffer.from(archive)
        damaged.writeUInt8(damaged.readUInt8(at) ^ change, at)
        const texts = unzip(damaged, megabyte)?.map(({ bytes }) => Buffer.from(bytes).toString()) ?? []
        const packed = files.map(({ bytes }) => bytes.toString())
        expect(texts.filter((text) => !packed.includes(text))).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('random bytes give no files and no error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (noise, endsLikeOne) => {
        const bytes = endsLikeOne ? Buffer.concat([noise, archive.subarray(-22)]) : noise
        expect(unzip(bytes, megabyte) ?? []).toEqual([])
      }),
    )
  })

  it('no more than the limit is unpacked, whatever size the archive states', () => {
    const size = 40 * 14
    expect(unzip(archive, size + 4)).toEqual(files)
    expect(unzip(archive, size + 3)).toBeNull()
    // Archive of 64 kB that unpacks to 64 MB of zeros but states the size and CRC of a small file.
    const bomb = zlib.deflateRawSync(Buffer.alloc(64 * megabyte))
    const local = Buffer.concat([archive.subarray(0, 30), archive.subarray(30, 41), bomb])
    const start = archive.indexOf('PK\u0001\u0002', 0, 'latin1')
    const directory = Buffer.from(archive.subarray(start, start + 46 + 11))
    directory.writeUInt32LE(bomb.length, 20)
    const end = Buffer.from(archive.subarray(-22))
    end.writeUInt16LE(1, 10)
    end.writeUInt32LE(local.length, 16)
    // Data beyond the limit was never unpacked, so it needed no memory.
    const inflate = vi.spyOn(zlib, 'inflateRawSync')
    expect(unzip(Buffer.concat([local, directory, end]), 64 * megabyte)).toBeNull()
    const largest = Math.max(0, ...inflate.mock.results.map(({ value }) => (value as Buffer | undefined)?.length ?? 0))
    inflate.mockRestore()
    expect(largest).toBeLessThanOrEqual(40 * 14)
  })
})
