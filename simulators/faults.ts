import type { FastifyReply } from 'fastify'

/**
 * Faults that tests cause between the shop and a gateway or panel. `status500`, `timeout`, `reset`: nothing was done.
 * `lost`: done, but the answer is lost. `forged`: signed with another key. `unsigned`: not signed. `another`: signed
 * answer about another payment. `refused`: nothing was done, because of quota or permissions. `delay`: takes `ms`
 * longer. `systemError`: nothing was done, and the gateway reports an internal error in its own format. `page`,
 * `empty`, `redirect`: nothing was done; a proxy answers with a 404 page, a 204, or a redirect to a login page.
 */
export const faultKinds = [
  'status500',
  'systemError',
  'page',
  'empty',
  'redirect',
  'timeout',
  'reset',
  'lost',
  'forged',
  'unsigned',
  'another',
  'refused',
  'delay',
] as const
export type FaultKind = (typeof faultKinds)[number]
/**
 * Fault to cause in the next `times` calls. `method`: the gateway's name of the call, or `METHOD /path` for a panel;
 * "*" for any call.
 */
type Fault = { readonly method: string; readonly kind: FaultKind; times: number; readonly ms: number }

export class Faults {
  #faults: Fault[] = []

  add(fault: Fault): void {
    this.#faults.push(fault)
  }
  clear(): void {
    this.#faults = []
  }
  take(method: string): Fault | undefined {
    const fault = this.#faults.find((known) => known.times > 0 && (known.method === '*' || known.method === method))
    if (fault) fault.times -= 1
    return fault
  }
}

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
