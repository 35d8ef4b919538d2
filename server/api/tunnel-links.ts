import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { widthsOf } from '#server/platform/network.ts'
import { isLinkToken } from '#server/modules/tunnels/links.service.ts'
import { followOldLink } from '#server/workflows/tunnels/follow-old-link.ts'
import { serveLink, type LinkDeps } from '#server/workflows/tunnels/serve-link.ts'

const empty = (reply: FastifyReply, status: number) => reply.code(status).send('')

const plainHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )

/**
 * Splits the path of a subscription link into token and added parameters. Forums advise users to append `&flag=meta` if
 * an app cannot read the document (hiddify/hiddify-app#1668, vernesong/OpenClash#3567). Our links have no query, so the
 * addition becomes part of the path.
 */
function readPath(path: string): { token: string; added: URLSearchParams } {
  const [token = '', ...added] = path.split('&')
  return { token, added: new URLSearchParams(added.join('&')) }
}

/**
 * Serves VPN configurations to apps under subscription links. The token is part of the path, so never log this path.
 */
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
      // The content comes from a VPN panel but is served from our origin, so browsers must not execute any of it.
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
  const asked = (request: FastifyRequest, token: string, format: unknown) => ({
    token,
    headersOnly: request.method === 'HEAD',
    format: typeof format === 'string' ? format : undefined,
    userAgent: request.headers['user-agent'] ?? '',
    widths: widthsOf(request.ip),
    isExit: isExit(request.ip),
  })
  /**
   * Redirects a link of the VPN panel that the shop used before to the person's new link. `format`: document format
   * that somebody asked for, with which a browser is no onlooker; undefined for SSPanel, whose links name one anyway.
   * `kind`: document format that the new link gets as `flag`.
   */
  async function follow(request: FastifyRequest, reply: FastifyReply, token: string, format: unknown, kind: unknown) {
    const followed = await followOldLink(tunnels, asked(request, token, format))
    if (followed === 'unknown') return empty(reply, 404)
    if (followed === 'crowded') return empty(reply.header('retry-after', '3600'), 429)
    if (followed === 'onlooker') return reply.redirect('/user', 302)
    if (followed === 'unused') return empty(reply, 200)
    // On an error, apps keep the servers that they have. A device place becomes free when the owner removes a device.
    if (followed === 'full') throw new AppError('Unavailable', {}, { retryAfterSeconds: 600 })
    const query = typeof kind === 'string' && kind !== '' ? `?flag=${encodeURIComponent(kind)}` : ''
    return reply.redirect(`${publicOrigin}/s/${followed.token}${query}`, 302)
  }
  // Link formats of former panels: V2board and Xboard, and SSPanel-UIM, whose last path segment names the document
  // format.
  scope.route<{ Querystring: { token?: unknown; flag?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/api/v1/client/subscribe',
    handler: async (request, reply) => {
      const { token, flag } = request.query
      return follow(request, reply, typeof token === 'string' ? token : '', flag, flag)
    },
  })
  scope.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/sub/*',
    handler: async (request, reply) => {
      const [token = '', kind] = request.params['*'].split('/')
      return follow(request, reply, token, undefined, kind)
    },
  })
  // A wildcard route matches the whole token, because Fastify limits the length of named parameters. Apps use HEAD to
  // test a link or read its headers.
  scope.route<{ Params: { '*': string }; Querystring: { format?: unknown; flag?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/s/*',
    handler: async (request, reply) => {
      const { token, added } = readPath(request.params['*'])
      const { format = request.query.flag ?? added.get('flag') } = request.query
      // Links of Xboard panels begin with the same path; their tokens have another length.
      if (!isLinkToken(token)) return follow(request, reply, token, format, format)
      const served = await serveLink(tunnels, {
        ...asked(request, token, format),
        headers: plainHeaders(request.headers),
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
