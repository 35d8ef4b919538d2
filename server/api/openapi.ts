import type { FastifyInstance } from 'fastify'
import { contract } from '#shared/contract/customer.ts'
import { buildOpenApi } from '#shared/contract/openapi.ts'
import { apiPrefix } from '#shared/api-values.ts'
import type { Config } from '#server/platform/config.ts'

export function registerOpenApi(app: FastifyInstance, config: Config): void {
  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi(contract, apiPrefix(config.environment)))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
