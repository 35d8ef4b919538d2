import { generateKeyPairSync } from 'node:crypto'
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from '#simulators/demo/demo-certificate.ts'

type ForeignAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
const html = { 'content-type': 'text/html; charset=utf-8' }
const json = { 'content-type': 'application/json' }
const text = { 'content-type': 'text/plain; charset=utf-8' }
const problem = { 'content-type': 'application/problem+json' }
const answer = (status: number, headers: Readonly<Record<string, string>>, body = ''): ForeignAnswer => ({
  status,
  headers,
  body,
})

/**
 * Genuine responses of proxies, portals and other programs in place of the expected server: nginx, Traefik, Caddy,
 * S3, NestJS, FastAPI (403 before 0.122), Fastify, Express, Kong's ACL plugin, Cloudflare, problem details (RFC
 * 9457), captive portals (RFC 8910, RFC 6585) and login pages.
 */
export const foreignAnswers = {
  'the 404 page of nginx': answer(404, html, '<html>\r\n<head><title>404 Not Found</title></head>\r\n</html>\r\n'),
  'the 404 of Traefik': answer(404, text, '404 page not found\n'),
  'the 404 of NestJS': answer(404, json, '{"message":"Cannot PATCH /api/users","error":"Not Found","statusCode":404}'),
  'the 404 of FastAPI': answer(404, json, '{"detail":"Not Found"}'),
  'the 404 of Express': answer(404, html, '<!DOCTYPE html>\n<pre>Cannot POST /</pre>\n'),
  'the 404 of a bucket': answer(404, { 'content-type': 'application/xml' }, '<Error><Code>NoSuchKey</Code></Error>'),
  'an empty 404': answer(404, {}),
  'a 405': answer(405, html, '<html><h1>405 Not Allowed</h1></html>'),
  'a 400 of nginx': answer(400, html, '<html><center><h1>400 Bad Request</h1></center></html>'),
  'a 410': answer(410, html, '<html>Gone</html>'),
  'a 403 with a challenge': answer(
    403,
    { ...html, 'cf-mitigated': 'challenge' },
    '<!DOCTYPE html><title>Just a moment...</title>',
  ),
  'a 403 of FastAPI': answer(403, json, '{"detail":"Not authenticated"}'),
  'a 403 of Fastify': answer(403, json, '{"statusCode":403,"error":"Forbidden","message":"Forbidden"}'),
  'a 403 of Kong': answer(403, json, '{"message":"You cannot consume this service"}'),
  'a 403 with problem details': answer(403, problem, '{"title":"Forbidden","status":403,"detail":"Sign in first."}'),
  'a 400 with problem details': answer(
    400,
    problem,
    '{"title":"Bad Request","status":400,"detail":"Host is unknown."}',
  ),
  'a sign-in of the proxy': answer(401, { ...html, 'www-authenticate': 'Basic realm="staff"' }, '<html>401</html>'),
  'a portal that wants a sign-in': answer(511, html, '<html>Network Authentication Required</html>'),
  'a 502 of nginx': answer(502, html, '<html><center><h1>502 Bad Gateway</h1></center></html>'),
  'a 503 as JSON': answer(503, json, '{"message":"no Route matched with those values"}'),
  'a redirect to a login page': answer(302, { location: '/login?next=%2Fapi' }),
  'a redirect to another host': answer(307, { location: 'https://portal.example/' }),
  'a login page': answer(200, html, '<!DOCTYPE html><html><form action="/login"><input type="password"></form></html>'),
  'a portal without a type': answer(200, {}, '<html><head><title>Wi-Fi</title></head></html>'),
  'an empty 200 of Caddy': answer(200, { server: 'Caddy' }),
  'a 204 of a portal': answer(204, {}),
  'an empty object': answer(200, json, '{}'),
  'other JSON': answer(200, json, '{"status":"ok","version":"2.1"}'),
  'the greeting of another program': answer(200, json, '{"detail":"Welcome"}'),
  'JSON null': answer(200, json, 'null'),
  'JSON that breaks off': answer(200, json, '{"response":{"id":1,"username":"wf_'),
  'plain words': answer(200, text, 'It works!'),
} satisfies Readonly<Record<string, ForeignAnswer>>
type ForeignName = keyof typeof foreignAnswers
export const foreignNames = Object.keys(foreignAnswers) as ForeignName[]

export function sendForeign(response: ServerResponse, { status, headers, body }: ForeignAnswer): void {
  response.writeHead(status, headers)
  response.end(body)
}

export type TurningProxy = {
  readonly url: string
  /** Answers every request with this response; null forwards requests to the real server. */
  turn(to: ForeignAnswer | null): void
  close(): void
}

export async function startTurningProxy(target: string): Promise<TurningProxy> {
  let own: ForeignAnswer | null = null
  const server: Server = createServer((asked: IncomingMessage, response) => {
    if (own) {
      asked.resume()
      sendForeign(response, own)
      return
    }
    const { method, headers, url } = asked
    const onward = forward(new URL(url ?? '/', target), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    })
    onward.on('error', () => response.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn: (to) => (own = to),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type UntrustedServer = {
  readonly url: string
  /** Number of requests that came through TLS; stays 0 while clients check certificates. */
  readonly requests: () => number
  close(): void
}

/** Server whose TLS certificate is from an unknown authority. It answers every request with an empty object. */
export async function startUntrustedServer(): Promise<UntrustedServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const cert = makeCertificate({
    subject: 'localhost',
    issuer: 'nobody',
    publicKey,
    issuerKey: privateKey,
    isAuthority: false,
  })
  let requests = 0
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const server = createTlsServer({ key, cert }, (_request, response) => {
    requests += 1
    response.writeHead(200, json).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
