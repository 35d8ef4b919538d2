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

/** The same as JSON. */
export const readJson = async (response: Response, maxBytes: number): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await readBody(response, maxBytes)))
