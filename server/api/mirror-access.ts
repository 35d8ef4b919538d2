import type { FastifyInstance, FastifyReply } from 'fastify'
import { reachPath } from '#shared/mirror.ts'
import type { Kept } from '#server/platform/cached-value.ts'
import type { ShopFront } from '#server/workflows/catalog/shop-front.ts'

const headers = 'authorization, content-type, deviceid, language, platform, work'
const preflightSeconds = 600

export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', 'pragma, date')
  if (reply.request.method !== 'OPTIONS') return
  reply
    .header('access-control-allow-methods', 'POST, GET')
    .header('access-control-allow-headers', headers)
    .header('access-control-max-age', preflightSeconds)
}

export function registerMirrorAccess(api: FastifyInstance, front: Kept<ShopFront>): void {
  // Allowed origins of mirrors (other hosts of the site). If the database is down, none is allowed; their calls would
  // fail anyway.
  const listed = (): Promise<readonly string[]> =>
    front.read().then(
      ({ settings }) => settings.mirrors.origins,
      () => [],
    )
  api.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    reply.header('vary', 'origin')
    if (!(await listed()).includes(origin)) return
    allowOrigin(reply, origin)
    if (request.method === 'OPTIONS') return reply.code(204).send()
  })
  // CORS preflights need a route, or no hook would run. Origins that are no mirror get a response without CORS headers.
  api.options('/*', async (_request, reply) => reply.code(204).send())
  api.get(reachPath, async (_request, reply) => reply.header('cache-control', 'no-store').code(204).send())
}
