import type { FastifyInstance, FastifyReply } from 'fastify'
import { reachPath } from '#shared/mirror.ts'
import type { Kept } from '#server/platform/keep.ts'
import type { ShopFront } from '#server/workflows/catalog/shop-front.ts'

/** What a page of ours sends; anything else a foreign page may not. */
const headers = 'authorization, content-type, deviceid, language, platform, work'
/** So long an answer to a preflight may be kept. */
const preflightSeconds = 600

/** Lets pages of this origin read the answer, and says at a preflight what they may send. */
export function allowOrigin(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', 'pragma, date')
  if (reply.request.method !== 'OPTIONS') return
  reply
    .header('access-control-allow-methods', 'POST, GET')
    .header('access-control-allow-headers', headers)
    .header('access-control-max-age', preflightSeconds)
}

/** Lets the pages of the operator's mirrors, and no others, call the API from their own origins. */
export function registerMirrorAccess(api: FastifyInstance, front: Kept<ShopFront>): void {
  // While the database is away no one is let in; the calls themselves would fail as well.
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
  // A route of its own, so that preflights reach the hook above; who is not listed is answered without leave.
  api.options('/*', async (_request, reply) => reply.code(204).send())
  api.get(reachPath, async (_request, reply) => reply.header('cache-control', 'no-store').code(204).send())
}
