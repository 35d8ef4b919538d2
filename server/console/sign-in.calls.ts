import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { AppError } from '#shared/errors.ts'
import type { ConsoleMe } from '#shared/console.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { factorMinutes, isFactorFresh, sessionHours } from '#server/modules/operators/operators.rules.ts'
import { endOperatorSession, touchOperatorSession } from '#server/modules/operators/operators.service.ts'
import type { OperatorSession } from '#server/modules/operators/sessions.repo.ts'
import { hintDesk } from '#server/platform/desk-hints.queries.ts'
import { changeOwnSecret, giveFactor, signInFromBrowser } from '#server/workflows/operators/sign-in-operator.ts'
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
const secretBody = Type.Object({ secret: text })
const codeBody = Type.Object({ code: text })

export function registerSignIn(api: FastifyInstance, deps: ConsoleDeps): void {
  const { database, cookie, config } = deps
  const meOf = async (session: OperatorSession): Promise<ConsoleMe> => {
    const { name, role, invited, startedAt, factorAt, now } = session
    const { brand } = await readSettings(database)
    const factorUntil = new Date(factorAt.getTime() + factorMinutes * 60_000).toISOString()
    return {
      name,
      role,
      invited,
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

  // Returns null instead of an error if nobody is signed in, because every first visit asks.
  api.get('/me', async (request, reply) => {
    const signedIn = await findSignedIn(database, cookie, request)
    return reply.type('application/json').send(JSON.stringify(signedIn && (await meOf(signedIn.session))))
  })

  api.post<{ Body: Type.Static<typeof signInBody> }>(
    '/sign-in',
    { schema: { body: signInBody } },
    async (request, reply) => {
      const before = cookie.read(request.headers.cookie)
      const opened = await signInFromBrowser(deps, {
        ...request.body,
        caller: callerOf(deps, request),
      })
      if (!opened) throw new ConsoleError('WrongOperatorSignIn')
      if (before !== null) await endOperatorSession(database, before)
      cookie.set(reply, opened.token)
      markBrowser(deps, request, reply, opened.operator.id)
      return meAnew(opened.token)
    },
  )

  api.post<{ Body: Type.Static<typeof secretBody> }>(
    '/secret',
    { schema: { body: secretBody } },
    async (request, reply) => {
      const { token, session } = await requireSignedIn(database, cookie, request)
      // Replacing the secret needs a fresh factor, in case the operator left the browser open.
      if (!session.invited && !isFactorFresh(session.factorAt, session.now)) throw new ConsoleError('FactorNeeded')
      const fault = await changeOwnSecret(deps, token, request.body.secret)
      if (fault !== null) return sendRefusal(request, reply, { status: 'InvalidInput', message: fault })
      return meAnew(token)
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
      // Ends the event streams of this browser.
      await hintDesk(database)
    }
    cookie.clear(reply)
    return reply.code(204).send()
  })

  registerPasskeys(api, deps, meAnew)
  api.setNotFoundHandler(() => Promise.reject(new AppError('NotFound')))
}
