import { maxImageBytes } from '#shared/support-limits.ts'

/** Size in bytes up to which a file is sent unchanged, because shrinking would blur the text of screenshots. */
const smallBytes = 900_000
const maxSide = 2_000

/** Reads an image as base64 and shrinks large ones, because a phone's photo would take minutes on a slow line. */
export async function readImage(file: File): Promise<string> {
  const small = file.size > smallBytes ? await shrink(file) : null
  return asBase64(small ?? file)
}

/** Shrinks an image. Null if the browser cannot read it; the server then explains the problem. */
async function shrink(file: File): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * scale))
    canvas.height = Math.max(1, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  } catch {
    return null
  }
}

async function asBase64(blob: Blob): Promise<string> {
  // A file that is too large is cut just above the limit, so that the server refuses it without a long upload.
  const bytes = new Uint8Array(await blob.slice(0, maxImageBytes + 1).arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00))
  return btoa(text)
}
