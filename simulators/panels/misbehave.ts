import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Faults, answerAsProxy, isProxyFault } from '../faults.ts'

/**
 * Causes faults of a VPN panel, keyed by `METHOD /path` of the route, or "*". `status500`, `timeout`, `reset`: nothing
 * was done. `lost`: done, but the answer is lost. `delay`: done after `ms`. `page`, `empty`, `redirect`: a proxy
 * answers. Other faults are ignored.
 */
export function misbehave(scope: FastifyInstance, faults: Faults): void {
  const lost = new WeakSet<object>()
  scope.addHook('preHandler', async (request, reply) => {
    const fault = faults.take(`${request.method} ${request.routeOptions.url ?? ''}`)
    if (fault?.kind === 'status500') return reply.code(500).send({ message: 'Internal Server Error' })
    if (fault && isProxyFault(fault.kind)) return answerAsProxy(reply, fault.kind)
    if (fault?.kind === 'reset') request.raw.socket.destroy()
    if (fault?.kind === 'timeout' || fault?.kind === 'reset') return reply.hijack()
    if (fault?.kind === 'delay') await sleep(fault.ms)
    if (fault?.kind === 'lost') lost.add(request)
    return undefined
  })
  scope.addHook('onSend', async (request) => {
    if (lost.has(request)) request.raw.socket.destroy()
  })
}
