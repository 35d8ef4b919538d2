import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { operatorActions } from '#shared/contract/operator.ts'
import { contactScope } from '#shared/contract/operator/api-keys.ts'
import {
  apiErrors,
  apiParameters,
  operatorApi,
  operatorApiPrefix,
  withoutFields,
  type ApiError,
} from '#shared/contract/operator-api.ts'
import { AppError } from '#shared/errors.ts'
import { spendCall, type UsedKey } from '#server/modules/api-keys/api-keys.queries.ts'
import { readApiKey } from '#server/modules/api-keys/api-key.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import { wireOf } from '#server/operator/carry-out.ts'
import { runAction } from '#server/operator/run-action.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Reads } from '#server/platform/replica.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { refuse } from '#server/platform/act.ts'
import { say, sayAll } from '#text/say.ts'

type ApiDeps = {
  readonly database: Database
  readonly reads: Reads
  readonly config: Config
  readonly digest: KeyedDigest
}
type Field = { readonly type?: string; readonly enum?: readonly unknown[] }

/**
 * Read-only API for the operator's own systems. Every call runs a read action of the console with the role it needs.
 */
export async function registerOperatorApi(scope: FastifyInstance, deps: ApiDeps): Promise<void> {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  })
  for (const [path, route] of Object.entries(operatorApi))
    scope.get(`${operatorApiPrefix}${path}`, async (request, reply) => {
      const key = await admit(deps, request, reply)
      if (!key) return reply
      if (!key.scopes.includes(route.scope))
        return fail(reply, 'scope_missing', `This key lacks the scope ${route.scope}.`)
      const given = readQuery(route.action, request.query as Readonly<Record<string, unknown>>)
      if (typeof given === 'string') return fail(reply, 'bad_request', given)
      const run = (database: Database) =>
        runAction(route.action, async () => given, {
          database,
          config: deps.config,
          operator: { id: key.id, name: `API key ${key.name}`, role: route.role },
          confirm: async () => refuse('Unauthorized', 'action.notFound'),
        })
      // A system that was told of a change by a webhook asks for it at once.
      const ran = await deps.reads(run, { isFresh: true })
      if (!ran.ok)
        return fail(
          reply,
          ran.refusal.status === 'NotFound' ? 'not_found' : 'bad_request',
          say('en', ran.refusal.sentence),
        )
      const hidden = key.scopes.includes(contactScope) ? [] : route.personal
      return reply.send(withoutFields(sayAll('en', wireOf(route.action, ran.value.output)), hidden))
    })
  for (const url of [operatorApiPrefix, `${operatorApiPrefix}/*`])
    scope.get(url, async (request, reply) =>
      (await admit(deps, request, reply)) ? fail(reply, 'not_found', 'There is no such call.') : reply,
    )
}

/**
 * Finds the API key of a call and counts the call. If the call must not proceed, sends the error response itself and
 * returns null.
 */
async function admit(
  { database, digest }: ApiDeps,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<UsedKey | null> {
  const { authorization } = headers
  const keyHash = readApiKey(authorization)
  const key = keyHash && (await spendCall(database, keyHash))
  if (!key) {
    reply.header('www-authenticate', 'Bearer')
    if (authorization === undefined) fail(reply, 'key_missing', 'Send your key as “Authorization: Bearer wf_…”.')
    else fail(reply, 'key_invalid', 'This key is unknown, expired or revoked.')
    return null
  }
  try {
    await countTry(database, digest, 'operator-api', key.id)
    return key
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 'TooManyRequests') throw error
    reply.header('retry-after', String(error.retryAfterSeconds ?? 60))
    fail(reply, 'too_many_requests', 'This key has made too many calls. Wait a minute.')
    return null
  }
}

const fail = (reply: FastifyReply, code: ApiError, message: string): FastifyReply =>
  reply.code(apiErrors[code]).send({ error: { code, message } })

/**
 * Reads query parameters as the types of the action's input fields. Returns an error sentence if a parameter is unknown
 * or repeated. A value of another type stays text, which the action then refuses.
 */
function readQuery(
  action: keyof typeof operatorActions,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | string {
  const fields = apiParameters(action) as Readonly<Record<string, Field>>
  const given: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(query)) {
    if (!Object.hasOwn(fields, name)) return `There is no parameter “${name.slice(0, 40)}”.`
    if (typeof text !== 'string') return `The parameter “${name}” was given more than once.`
    const { type } = fields[name] as Field
    if (type === 'integer') given[name] = /^-?\d{1,15}$/.test(text) ? Number(text) : text
    else if (type === 'boolean') given[name] = text === 'true' ? true : text === 'false' ? false : text
    else given[name] = type === 'array' ? text.split(',') : text
  }
  return given
}
