import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { readonly body: Buffer; readonly headers: string[] }

export type Variants = { readonly status: number; readonly etag: string } & Record<Encoding, Variant>

const etagOf = (body: Buffer) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(acceptEncoding)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(acceptEncoding) ? 'gzip' : 'identity'
}

export function createVariants(
  status: number,
  headers: Record<string, string>,
  bodies: Record<Encoding, Buffer>,
): Variants {
  const etag = etagOf(bodies.identity)
  const variant = (encoding: Encoding): Variant => ({
    body: bodies[encoding],
    headers: Object.entries({
      ...headers,
      etag,
      'content-length': String(bodies[encoding].length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }).flat(),
  })
  return { status, etag, br: variant('br'), gzip: variant('gzip'), identity: variant('identity') }
}

export const compressQuickly = (body: Buffer): Record<Encoding, Buffer> => ({
  br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: gzipSync(body, { level: 6 }),
  identity: body,
})

export async function compressFully(body: Buffer): Promise<Record<Encoding, Buffer>> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    promisify(gzip)(body, { level: 9 }),
  ])
  return { br, gzip: gzipped, identity: body }
}

export function send(request: IncomingMessage, response: ServerResponse, variants: Variants): void {
  const variant = variants[chooseEncoding(request.headers['accept-encoding'])]
  const headers = /[?&]token=/.test(request.url ?? '') ? secretive(variant.headers) : variant.headers
  if (variants.status === 200 && request.headers['if-none-match'] === variants.etag) {
    response.writeHead(304, withoutBodyHeaders(headers)).end()
    return
  }
  response.writeHead(variants.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(variant.body)
}

/** Headers for URLs with a login code, which must not be cached or appear in a referrer. */
function secretive(headers: string[]): string[] {
  const instead: Record<string, string> = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }
  return headers.map((value, at) => (at % 2 === 1 ? (instead[headers[at - 1] ?? ''] ?? value) : value))
}

function withoutBodyHeaders(headers: string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    if (!/^content-(?:length|encoding|type)$/.test(headers[at] ?? ''))
      kept.push(headers[at] ?? '', headers[at + 1] ?? '')
  }
  return kept
}
