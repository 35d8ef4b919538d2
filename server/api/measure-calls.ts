import type { FastifyInstance } from 'fastify'
import { groupEventsPath } from '#shared/contract/group.ts'
import type { Measure } from '#server/platform/measure.ts'

/** Counts every call by route pattern. Skips event streams, whose duration is not a response time. */
export function measureCalls(app: FastifyInstance, measure: Measure): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = null } = request.routeOptions
    if (route?.endsWith(groupEventsPath) && reply.statusCode === 200) return
    measure.answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
  })
}
