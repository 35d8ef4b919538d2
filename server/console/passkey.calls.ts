import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { OperatorPasskeyRow } from '#shared/console.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { isFactorFresh } from '#server/modules/operators/operators.rules.ts'
import {
  beginOperatorPasskey,
  listOperatorPasskeys,
  refreshFactorByPasskey,
} from '#server/modules/operators/operator-passkeys.service.ts'
import { endOperatorSession } from '#server/modules/operators/operators.service.ts'
import type { RelyingParty } from '#server/platform/webauthn.ts'
import { operatorOf } from '#server/workflows/operators/sign-in-operator.ts'
import {
  addPasskeyOf,
  removePasskeyOf,
  signInByPasskey,
  startPasskey,
} from '#server/workflows/operators/use-operator-passkeys.ts'
import { ConsoleError } from './console-error.ts'
import { callerOf, markBrowser, requireSignedIn, type ConsoleDeps, type MeAnew } from './console-session.ts'

const short = Type.String({ maxLength: 20_000 })
const optional = Type.Optional(short)
const answered = Type.Object({
  response: Type.Object({
    id: short,
    rawId: short,
    type: short,
    response: Type.Object({
      clientDataJSON: short,
      authenticatorData: optional,
      signature: optional,
      userHandle: optional,
      attestationObject: optional,
      transports: Type.Optional(Type.Array(short, { maxItems: 10 })),
    }),
    clientExtensionResults: Type.Object({}),
  }),
})
const named = Type.Object({ name: Type.String({ maxLength: 200 }), ...answered.properties })
const numbered = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
})

export function registerPasskeys(api: FastifyInstance, deps: ConsoleDeps, meAnew: MeAnew): void {
  const { database, cookie, config } = deps
  const site = async (): Promise<RelyingParty> => ({
    name: `${(await readSettings(database)).brand.en} Console`,
    origin: config.consoleOrigin,
  })
  const requireFresh = async (request: FastifyRequest) => {
    const { session } = await requireSignedIn(database, cookie, request)
    if (!isFactorFresh(session.factorAt, session.now)) throw new ConsoleError('FactorNeeded')
    return operatorOf(session)
  }

  api.post('/passkey', async (request, _reply) => startPasskey(deps, await site(), callerOf(deps, request)))
  api.post<{ Body: { response: AuthenticationResponseJSON } }>(
    '/passkey/sign-in',
    { schema: { body: answered } },
    async (request, reply) => {
      const before = cookie.read(request.headers.cookie)
      const { token, operator } = await signInByPasskey(database, await site(), request.body.response)
      if (before !== null) await endOperatorSession(database, before)
      cookie.set(reply, token)
      markBrowser(deps, request, reply, operator.id)
      return meAnew(token)
    },
  )
  api.post<{ Body: { response: AuthenticationResponseJSON } }>(
    '/passkey/factor',
    { schema: { body: answered } },
    async (request, _reply) => {
      const { token, session } = await requireSignedIn(database, cookie, request)
      const { response } = request.body
      await refreshFactorByPasskey(database, await site(), { token, operatorId: session.operatorId, response })
      return meAnew(token)
    },
  )
  api.get('/passkeys', async (request, _reply): Promise<{ items: OperatorPasskeyRow[] }> => {
    const { session } = await requireSignedIn(database, cookie, request)
    const passkeys = await listOperatorPasskeys(database, session.operatorId)
    return {
      items: passkeys.map(({ createdAt, usedAt, ...rest }) => ({
        ...rest,
        created: createdAt.toISOString(),
        used: usedAt?.toISOString() ?? null,
      })),
    }
  })
  api.post('/passkeys/new', async (request, _reply) => {
    const operator = await requireFresh(request)
    const party = await site()
    return database.transaction((tx) => beginOperatorPasskey(tx, party, operator))
  })
  api.post<{ Body: { name: string; response: RegistrationResponseJSON } }>(
    '/passkeys',
    { schema: { body: named } },
    async (request, reply) => {
      const operator = await requireFresh(request)
      await addPasskeyOf(deps, await site(), { operator, ...request.body })
      return reply.code(204).send()
    },
  )
  api.post<{ Body: { id: string } }>('/passkeys/remove', { schema: { body: numbered } }, async (request, reply) => {
    const operator = await requireFresh(request)
    await removePasskeyOf(deps, operator, request.body.id)
    return reply.code(204).send()
  })
}
