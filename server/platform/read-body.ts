export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the body of a response. Throws and closes the connection as soon as the body exceeds `maxBytes`. */
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

export const readJson = async (response: Response, maxBytes: number): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await readBody(response, maxBytes)))
