import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip' | 'identity'
type Variant = { readonly body: Buffer; readonly headers: string[] }
type Bodies = Partial<Record<Encoding, Buffer>>

/**
 * Response of a page in several encodings. `of` compresses it in an encoding when that is first asked for, because most
 * visitors accept the same one.
 */
export type Variants = { readonly status: number; readonly etag: string; readonly of: (encoding: Encoding) => Variant }

const etagOf = (body: Buffer) => `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(acceptEncoding)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(acceptEncoding) ? 'gzip' : 'identity'
}

const encode: Readonly<Record<Encoding, (body: Buffer) => Buffer>> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzipSync(body, { level: 9 }),
  identity: (body) => body,
}

/** An answer in all encodings. Of `bodies` either the identity or the brotli must be given; others are made from it. */
export function createVariants(
  status: number,
  headers: Record<string, string>,
  bodies: Bodies,
  etag = etagOf(plainOf(bodies)),
): Variants {
  const made: Partial<Record<Encoding, Variant>> = {}
  const make = (encoding: Encoding): Variant => {
    const body = bodies[encoding] ?? encode[encoding](plainOf(bodies))
    return {
      body,
      headers: Object.entries({
        ...headers,
        etag,
        'content-length': String(body.length),
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      }).flat(),
    }
  }
  return { status, etag, of: (encoding) => (made[encoding] ??= make(encoding)) }
}

const plainOf = ({ identity, br }: Bodies): Buffer => identity ?? brotliDecompressSync(br ?? '')

/** Compresses as well as possible; takes up to a tenth of a second of a background thread. */
export const compressFully = (body: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })

/** True for URLs with a login code (`open-web-account`). */
export const holdsLoginCode = (url: string): boolean => /[?&]token=/.test(url)

export function send(request: IncomingMessage, response: ServerResponse, variants: Variants): void {
  const variant = variants.of(chooseEncoding(request.headers['accept-encoding']))
  const headers = holdsLoginCode(request.url ?? '') ? secretive(variant.headers) : variant.headers
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
