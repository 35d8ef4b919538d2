import { crc32, deflateRawSync } from 'node:zlib'

type Entry = { readonly name: Buffer; readonly bytes: Buffer }

const numbers = (sizes: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    sizes.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )

export function zip(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes)
    // Header fields of a ZIP entry: version 2.0, no flags, deflated, no time; CRC, sizes, length of the name, no extra
    // fields.
    const common = numbers([
      [20, 2],
      [0, 2],
      [8, 2],
      [0, 4],
      [crc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    ])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, packed])
    const rest = numbers([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    ])
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), numbers([[20, 2]]), common, rest, name]))
    locals.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = numbers([
    [0, 4],
    [entries.length, 2],
    [entries.length, 2],
    [central.length, 4],
    [at, 4],
    [0, 2],
  ])
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006', 'latin1'), end])
}
