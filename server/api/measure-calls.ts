import type { FastifyInstance } from 'fastify'
import { groupEventsPath } from '#shared/contract/group.ts'
import type { Measure } from '#server/platform/measure.ts'

/** Counts every call by its route's pattern. A stream is open for as long as someone looks: it is no slow answer. */
export function measureCalls(app: FastifyInstance, measure: Measure): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = null } = request.routeOptions
    if (route?.endsWith(groupEventsPath) && reply.statusCode === 200) return
    measure.answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
  })
}
