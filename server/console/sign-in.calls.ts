import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '#shared/errors.ts'
import type { ConsoleInvitation, ConsoleMe } from '#shared/console.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { factorMinutes, isFactorFresh, sessionHours } from '#server/modules/operators/operators.rules.ts'
import { endOperatorSession, touchOperatorSession } from '#server/modules/operators/operators.service.ts'
import type { OperatorSession } from '#server/modules/operators/sessions.repo.ts'
import type { Operator } from '#server/platform/act.ts'
import { hintDesk } from '#server/platform/desk-hints.queries.ts'
import { admitInvited, answerInvitation, openInvitation } from '#server/workflows/operators/accept-invitation.ts'
import { giveFactor, signInFromBrowser } from '#server/workflows/operators/sign-in-operator.ts'
import { ConsoleError, sendRefusal } from './console-error.ts'
import { registerPasskeys } from './passkey.calls.ts'
import {
  callerOf,
  findSignedIn,
  markBrowser,
  requireSignedIn,
  type ConsoleDeps,
  type MeAnew,
} from './console-session.ts'

const text = Type.String({ minLength: 1, maxLength: 200 })
const signInBody = Type.Object({ name: text, secret: text, code: text })
const invitationBody = Type.Object({ token: text })
const acceptBody = Type.Object({
  token: text,
  sealed: Type.String({ minLength: 1, maxLength: 500 }),
  secret: text,
  code: text,
})
const codeBody = Type.Object({ code: text })

export function registerSignIn(api: FastifyInstance, deps: ConsoleDeps): void {
  const { database, cookie, config } = deps
  const meOf = async (session: OperatorSession): Promise<ConsoleMe> => {
    const { name, role, startedAt, factorAt, now } = session
    const { brand } = await readSettings(database)
    const factorUntil = new Date(factorAt.getTime() + factorMinutes * 60_000).toISOString()
    return {
      name,
      role,
      factorUntil: isFactorFresh(factorAt, now) ? factorUntil : null,
      endsAt: new Date(startedAt.getTime() + sessionHours * 3_600_000).toISOString(),
      now: now.toISOString(),
      environment: config.environment,
      brand,
    }
  }
  const meAnew: MeAnew = async (token) => {
    const session = await touchOperatorSession(database, token)
    if (!session) throw new ConsoleError('NotSignedIn')
    return meOf(session)
  }

  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { token, operator }: { readonly token: string; readonly operator: Operator },
  ): Promise<ConsoleMe> => {
    const before = cookie.read(request.headers.cookie)
    if (before !== null) await endOperatorSession(database, before)
    cookie.set(reply, token)
    markBrowser(deps, request, reply, operator.id)
    return meAnew(token)
  }

  // Returns null instead of an error if nobody is signed in, because every first visit asks.
  api.get('/me', async (request, reply) => {
    const signedIn = await findSignedIn(database, cookie, request)
    return reply.type('application/json').send(JSON.stringify(signedIn && (await meOf(signedIn.session))))
  })

  api.post<{ Body: Type.Static<typeof signInBody> }>(
    '/sign-in',
    { schema: { body: signInBody } },
    async (request, reply) => {
      const opened = await signInFromBrowser(deps, {
        ...request.body,
        caller: callerOf(deps, request),
      })
      if (!opened) throw new ConsoleError('WrongOperatorSignIn')
      return enter(request, reply, opened)
    },
  )

  api.post<{ Body: Type.Static<typeof invitationBody> }>(
    '/invitation',
    { schema: { body: invitationBody } },
    async (request, _reply): Promise<ConsoleInvitation> => {
      const attempt = await admitInvited(deps, callerOf(deps, request))
      const opened = await openInvitation(deps, request.body.token)
      if (!opened) throw new ConsoleError('InvitationOver')
      await attempt.forgive()
      return opened
    },
  )

  api.post<{ Body: Type.Static<typeof acceptBody> }>(
    '/invitation/accept',
    { schema: { body: acceptBody } },
    async (request, reply) => {
      const caller = callerOf(deps, request)
      const attempt = await admitInvited(deps, caller)
      const accepted = await answerInvitation(deps, request.body, `console ${caller.network}`)
      if (accepted.fault === 'over') throw new ConsoleError('InvitationOver')
      await attempt.forgive()
      if (accepted.fault === 'code') throw new ConsoleError('WrongOperatorCode')
      if (accepted.fault === 'secret')
        return sendRefusal(request, reply, { status: 'InvalidInput', sentence: accepted.sentence })
      return enter(request, reply, accepted)
    },
  )

  api.post<{ Body: Type.Static<typeof codeBody> }>(
    '/factor',
    { schema: { body: codeBody } },
    async (request, _reply) => {
      const { token, session } = await requireSignedIn(database, cookie, request)
      const { code } = request.body
      if (!(await giveFactor(deps, { token, operatorId: session.operatorId, code })))
        throw new ConsoleError('WrongOperatorCode')
      return meAnew(token)
    },
  )

  api.post('/sign-out', async (request, reply) => {
    const token = cookie.read(request.headers.cookie)
    if (token !== null) {
      await endOperatorSession(database, token)
      await hintDesk(database)
    }
    cookie.clear(reply)
    return reply.code(204).send()
  })

  registerPasskeys(api, deps, meAnew)
  api.setNotFoundHandler(() => Promise.reject(new AppError('NotFound')))
}
