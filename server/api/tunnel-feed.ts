import type { FastifyInstance } from 'fastify'
import type { PanelDeps } from '#server/deps/panel-deps.ts'
import { describeDelivered } from '#server/modules/tunnels/panels/delivered-terms.rules.ts'
import { readFeed } from '#server/workflows/tunnels/read-feed.ts'

const largest = 1_000

export async function registerTunnelFeed(scope: FastifyInstance, deps: PanelDeps): Promise<void> {
  scope.get<{ Querystring: { after?: unknown; limit?: unknown } }>(
    '/api/v1/tunnel/entitlements',
    async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      const { after = '', limit = String(largest) } = request.query
      const size = typeof limit === 'string' && /^[0-9]{1,4}$/.test(limit) ? Number(limit) : 0
      const token = /^Bearer (\S{1,100})$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      if (token === '') return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unknown token' })
      if (size < 1 || size > largest) return reply.code(400).send({ error: `limit is from 1 to ${largest}` })
      const found =
        typeof after === 'string' && after.length <= 200
          ? await readFeed(deps, { token, after, limit: size })
          : 'bad cursor'
      if (found === 'unknown')
        return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unknown token' })
      if (found === 'bad cursor') return reply.code(400).send({ error: 'after is what "next" of the page before was' })
      return reply.send({ entitlements: found.entitlements.map(describeDelivered), next: found.next })
    },
  )
}
