import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { widthsOf } from '#server/platform/network.ts'
import { serveLink, type LinkDeps } from '#server/workflows/tunnels/serve-link.ts'

const empty = (reply: FastifyReply, status: number) => reply.code(status).send('')

const plainHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/**
 * Splits the path of a link into token and additions. Forums advise users to append `&flag=meta` to a link if an app
 * cannot read its document (hiddify/hiddify-app#1668, vernesong/OpenClash#3567). Our links have no query, so the
 * addition becomes part of the path.
 */
function readPath(path: string): { token: string; added: URLSearchParams } {
  const [token = '', ...added] = path.split('&')
  return { token, added: new URLSearchParams(added.join('&')) }
}

/** Serves the configuration behind a VPN link to apps. The token is part of the path, so never log this path. */
export async function registerTunnelLinks(
  scope: FastifyInstance,
  tunnels: LinkDeps,
  publicOrigin: string,
  isExit: (address: string | undefined) => boolean,
): Promise<void> {
  const shop = new URL(publicOrigin).host
  scope.setErrorHandler((error, request, reply) => {
    const known = error instanceof AppError ? error : null
    if (known?.status === 'TooManyRequests')
      return empty(reply.header('retry-after', String(known.retryAfterSeconds ?? 60)), 429)
    if (known?.status !== 'Unavailable') request.log.error({ err: error }, 'a link was not served')
    return empty(reply.header('retry-after', String(known?.retryAfterSeconds ?? 600)), 503)
  })
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      // Panel content is served from our origin, so browsers must not execute any of it.
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
  // The wildcard matches the whole token, because Fastify limits the length of named parameters. Apps use HEAD to test
  // a link or read its headers.
  scope.route<{ Params: { '*': string }; Querystring: { format?: unknown; flag?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/s/*',
    handler: async (request, reply) => {
      const { token, added } = readPath(request.params['*'])
      const { format = request.query.flag ?? added.get('flag') } = request.query
      const served = await serveLink(tunnels, {
        token,
        headersOnly: request.method === 'HEAD',
        format: typeof format === 'string' ? format : undefined,
        userAgent: request.headers['user-agent'] ?? '',
        headers: plainHeaders(request.headers),
        widths: widthsOf(request.ip),
        isExit: isExit(request.ip),
        shop,
      })
      if (served === 'unknown') return empty(reply, 404)
      if (served === 'crowded') return empty(reply.header('retry-after', '3600'), 429)
      if (served === 'onlooker') return reply.redirect('/user', 302)
      // Sends the body as bytes, because Fastify would change the content type of a string.
      const { headers, body } = served
      return reply.headers(headers).send(typeof body === 'string' ? Buffer.from(body) : Buffer.from(body))
    },
  })
}
