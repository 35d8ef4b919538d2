import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type FaultKind, type Faults, answerAsProxy, isProxyFault } from '../faults.ts'
import { GatewayRefusal, type Reason } from './gateway-payments.ts'

export type Wrong = Extract<FaultKind, 'forged' | 'unsigned' | 'another'> | null

/**
 * Answers a gateway call, with the next configured fault if there is one. `perform` does the work; `refuse` returns the
 * gateway's rejection. With the faults `delay`, `lost`, `forged`, `unsigned` and `another` the work is done, with all
 * others nothing is done. `quota`: the gateway's code for an unspecific rejection. `systemError`: its code for an
 * internal error.
 */
export async function withFaults<T>(
  faults: Faults,
  method: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  {
    perform,
    refuse,
    quota,
    systemError,
    answer,
  }: {
    perform: () => T
    refuse: (reason: Reason) => T
    quota: () => T
    systemError: () => T
    answer: (result: T, wrong: Wrong) => FastifyReply
  },
): Promise<FastifyReply> {
  const fault = faults.take(method)
  if (fault?.kind === 'delay') await sleep(fault.ms)
  if (fault?.kind === 'status500') return reply.code(500).send('fault')
  if (fault && isProxyFault(fault.kind)) return answerAsProxy(reply, fault.kind)
  if (fault?.kind === 'reset' || fault?.kind === 'timeout') return abandon(request, reply, fault.kind)
  const said = fault?.kind === 'refused' ? quota : fault?.kind === 'systemError' ? systemError : null
  const result = said ? said() : orRefusal(perform, refuse)
  if (fault?.kind === 'lost') return abandon(request, reply, fault.kind)
  const wrong = fault && ['forged', 'unsigned', 'another'].includes(fault.kind) ? (fault.kind as Wrong) : null
  return answer(result, wrong)
}

export function orRefusal<T>(perform: () => T, refuse: (reason: Reason) => T): T {
  try {
    return perform()
  } catch (error) {
    if (error instanceof GatewayRefusal) return refuse(error.reason)
    throw error
  }
}

/** Sends no answer. `timeout` leaves the caller waiting; other faults cut the connection. */
function abandon(request: FastifyRequest, reply: FastifyReply, kind: FaultKind): FastifyReply {
  reply.hijack()
  if (kind !== 'timeout') request.raw.socket.destroy()
  return reply
}

let stranger: string | undefined
/** Returns a private key of no provider. Made once, because making a pair takes 0.1 s. */
export const strangersKey = (): string =>
  (stranger ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string)
