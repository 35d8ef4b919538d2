import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Call, Contract, Input, Output } from '#shared/contract/call.ts'
import { AppError } from '#shared/errors.ts'
import { groupEventsPath } from '#shared/contract/group.ts'
import { openSignedCall, resumeSession, type Session } from '#server/modules/sessions/sessions.service.ts'
import type { Database } from '#server/platform/database.ts'
import { skewMs, type SignatureOpener } from '#server/platform/signed-calls.ts'
import type { Measure } from '#server/platform/measure.ts'
import { createContext, platformOf, type CallContext, type CallerKnowledge } from './call-context.ts'
import { envelopeOf, envelopeSchema } from './envelope.ts'
import { InFlight, maxInFlight } from './in-flight.ts'
import { refuseInRehearsal, type Admit } from './while-closed.ts'

export type Handlers<C extends Contract> = {
  readonly [P in keyof C]: (input: Input<C[P]>, context: CallContext) => Promise<Output<C[P]>>
}
export type Gatekeeping = {
  readonly database: Database
  readonly openSignature: SignatureOpener
  readonly knowledge: CallerKnowledge
  readonly admit: Admit
}

const signatureField = { signature: Type.String({ minLength: 1, maxLength: 512 }) }

export function registerCalls<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  gatekeeping: Gatekeeping,
): void {
  const byAccount = new InFlight<string>(maxInFlight.account)
  const byConnection = new InFlight<Socket>(maxInFlight.connection)
  const admitted = new WeakMap<FastifyRequest, Session | null>()
  for (const path of Object.keys(contract) as (keyof C & string)[]) {
    const call: Call = contract[path] as Call
    const handle = handlers[path] as (input: unknown, context: CallContext) => Promise<unknown>
    const body = call.signed
      ? Type.Object({ ...(call.input as Type.TObject).properties, ...signatureField }, { additionalProperties: false })
      : call.input
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const pass = await gatekeeping.admit(path, call.access, request)
      const session =
        call.signed || !admitted.has(request)
          ? await (call.signed ? checkSignature : requireAccess)(request, call, gatekeeping)
          : (admitted.get(request) ?? null)
      if (session?.isTest) refuseInRehearsal(path)
      if (session?.newToken) reply.header('pragma', session.newToken)
      reply.header('cache-control', 'no-store')
      const leave = session && byAccount.enter(session.userId)
      try {
        const { knowledge } = gatekeeping
        const rehearsalOf = pass?.kind === 'rehearsal' ? pass.operatorId : null
        const data = await handle(request.body, createContext({ request, reply, session, knowledge, rehearsalOf }))
        return envelopeOf(data)
      } finally {
        leave?.()
      }
    }
    const { bodyBytes } = call
    const large = bodyBytes !== undefined && {
      bodyLimit: bodyBytes,
      // Rejects strangers before reading a long body. The session check runs only once, because it may renew the
      // session token, which is sent a single time.
      onRequest: async (request: FastifyRequest) => {
        if (!isJson(request.headers['content-type'])) throw new AppError('UnsupportedMediaType')
        admitted.set(request, await requireAccess(request, call, gatekeeping))
      },
    }
    app.post(
      path,
      { schema: { body, response: { 200: envelopeSchema(call.output) } }, ...large },
      async (request, reply) => {
        const leave = byConnection.enter(request.raw.socket)
        return answer(request, reply).finally(leave)
      },
    )
  }
}

const isJson = (contentType = ''): boolean => /^\s*application\/json\s*(?:;|$)/i.test(contentType)

/**
 * Checks timestamp and replay of a signed call, then access. All failures of the signature give the same error, so that
 * a caller cannot tell which check failed.
 */
async function checkSignature(request: FastifyRequest, call: Call, gatekeeping: Gatekeeping): Promise<Session | null> {
  const { database, openSignature } = gatekeeping
  const body = request.body as { signature?: string }
  const signature = body.signature ?? ''
  delete body.signature
  const opened = await openSignature(platformOf(request), signature)
  if (!opened || Math.abs(Date.now() - opened.timestamp) > skewMs) throw new AppError('InvalidSignature')
  const signed = { nonce: opened.nonce, signedAt: new Date(opened.timestamp), token: tokenOf(request, call) }
  const { isFresh, session } = await openSignedCall(database, signed, { mayUpgrade: call.access === 'register' })
  if (!isFresh) throw new AppError('InvalidSignature')
  return letIn(call, session)
}

async function requireAccess(request: FastifyRequest, call: Call, { database }: Gatekeeping): Promise<Session | null> {
  const token = tokenOf(request, call)
  const session = token ? await resumeSession(database, token, { mayUpgrade: call.access === 'register' }) : null
  return letIn(call, session)
}

const tokenOf = ({ headers }: FastifyRequest, call: Call): string | undefined =>
  call.login ? undefined : headers.authorization

function letIn(call: Call, session: Session | null): Session | null {
  const allowed = session && (!session.registering || call.access === 'register')
  if (call.access !== 'public' && !allowed) throw new AppError('Unauthorized')
  return allowed ? session : null
}

/**
 * Measures every call by route pattern. Skips event streams, whose duration is not a response time, and holding pages,
 * whose 503 is no failure.
 */
export function measureCalls(app: FastifyInstance, measure: Measure): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = null } = request.routeOptions
    const isStream = route?.endsWith(groupEventsPath) === true && reply.statusCode === 200
    if (!request.isHolding && !isStream)
      measure.answered({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
    done()
  })
}
