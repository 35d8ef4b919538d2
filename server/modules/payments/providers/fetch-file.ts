/** 16 MB: a bill of a day has a few hundred bytes for each payment. */
export const maxBillBytes = 16 * 1024 * 1024

/** The body of an answer, as it comes. Throws as soon as it is longer than `maxBytes`; the line is cut then. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A file by its address, at most `maxBillBytes` of it; no redirect is followed. Throws unless all of it comes in time. */
export async function fetchFile(
  address: string,
  { timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<Uint8Array> {
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readBody(response, maxBillBytes)
}
