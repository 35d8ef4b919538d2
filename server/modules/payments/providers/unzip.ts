import zlib from 'node:zlib'

export type UnzippedFile = { readonly name: string; readonly bytes: Uint8Array }

/** Maximum number of files in an archive. Entries may overlap, so a small archive could name very many files. */
const maxFiles = 64

/**
 * Extracts the files of a ZIP archive. Null if it is invalid, truncated, damaged, encrypted, in ZIP64, has more than
 * `maxFiles` entries, or unpacks to more than `maxBytes` bytes in all. We do not use the small library fflate, because
 * it checks no CRC and trusts the declared size.
 */
export function unzip(archive: Uint8Array, maxBytes: number): UnzippedFile[] | null {
  try {
    return readFiles(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength), maxBytes)
  } catch {
    // Reading outside the archive or unpacking corrupt data throws.
    return null
  }
}

function readFiles(zip: Buffer, maxBytes: number): UnzippedFile[] | null {
  const end = zip.lastIndexOf('PK\u0005\u0006', -1, 'latin1')
  // Only a comment of the declared length may follow the end record.
  if (end < 0 || end + 22 + zip.readUInt16LE(end + 20) !== zip.length) return null
  const count = zip.readUInt16LE(end + 10)
  if (count > maxFiles) return null
  const files: UnzippedFile[] = []
  let at = zip.readUInt32LE(end + 16)
  let left = maxBytes
  for (let index = 0; index < count; index++) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\u0001\u0002') return null
    const [flags, method] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10)]
    const [crc, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(at + 42)
    if (flags & 1 || size > left || zip.toString('latin1', local, local + 4) !== 'PK\u0003\u0004') return null
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = unpack(zip.subarray(from, from + packed), method, size)
    if (!bytes || bytes.length !== size || zlib.crc32(bytes) !== crc) return null
    // Bit 11 marks a name in UTF-8. Chinese tools leave it out and write names in GBK.
    const encoding = flags & 0x800 ? 'utf-8' : 'gbk'
    files.push({ name: new TextDecoder(encoding).decode(zip.subarray(at + 46, at + 46 + name)), bytes })
    left -= size
    at += 46 + name + extra + comment
  }
  return files
}

/** Unpacks a stored or deflated entry, a deflated one up to the declared size. Null for any other compression. */
function unpack(packed: Buffer, method: number, size: number): Buffer | null {
  if (method === 0) return packed
  return method === 8 ? zlib.inflateRawSync(packed, { maxOutputLength: Math.max(1, size) }) : null
}
