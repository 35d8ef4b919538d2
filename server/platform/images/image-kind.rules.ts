import type { FieldError } from '#shared/field-errors.ts'
import { maxImageBytes } from '#shared/support-limits.ts'

type Kind = 'png' | 'jpeg' | 'webp' | 'heic'
const at = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

export function imageKind(bytes: Uint8Array): Kind | null {
  if (at(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (at(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (at(bytes, 0, 4) === 'RIFF' && at(bytes, 8, 12) === 'WEBP') return 'webp'
  if (at(bytes, 4, 8) === 'ftyp' && /^(?:hei|hev|mif1|msf1|avi[fs])/.test(at(bytes, 8, 12))) return 'heic'
  return null
}

export function checkImage(bytes: Uint8Array): FieldError | null {
  if (bytes.byteLength > maxImageBytes) return 'ImageTooLarge'
  const kind = imageKind(bytes)
  return kind === null ? 'ImageKind' : kind === 'heic' ? 'ImageHeic' : null
}
