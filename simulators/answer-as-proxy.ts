import type { FastifyReply } from 'fastify'
import type { FaultKind } from './faults.ts'

type ProxyFault = Extract<FaultKind, 'page' | 'empty' | 'redirect'>
const kinds: readonly FaultKind[] = ['page', 'empty', 'redirect']
export const isProxyFault = (kind: FaultKind | undefined): kind is ProxyFault =>
  kind !== undefined && kinds.includes(kind)

/** Answers in place of a gateway or panel as a proxy does: with an error page, an empty 204, or a redirect to a login page. */
export function answerAsProxy(reply: FastifyReply, kind: ProxyFault): FastifyReply {
  if (kind === 'empty') return reply.code(204).send()
  if (kind === 'redirect') return reply.redirect('/login?next=%2F', 302)
  return reply.code(404).type('text/html').send('<html>\r\n<head><title>404 Not Found</title></head>\r\n</html>\r\n')
}
