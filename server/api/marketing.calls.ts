import type { FastifyInstance } from 'fastify'
import { marketingCalls } from '#shared/contract/marketing.ts'
import { noteStep, noteVisit, type MarketingDeps } from '#server/workflows/affiliates/record-visit.ts'
import { readGreeting } from '#server/workflows/affiliates/welcome-visitor.ts'
import type { CallerKnowledge } from './call-context.ts'
import { allowOrigin } from './mirror-access.ts'
import { refuseNul } from './refuse-nul.ts'
import { registerCalls, type Handlers } from './register-calls.ts'
import type { Admit } from './while-closed.ts'

const handlers = (deps: MarketingDeps): Handlers<typeof marketingCalls> => ({
  '/marketing/visit': (visit, { caller }) => noteVisit(deps, visit, caller),
  '/marketing/greeting': ({ r }, { caller }) => readGreeting(deps, r, caller),
  '/marketing/conversion': async (step, { caller }) => {
    await noteStep(deps, step, caller)
    return {}
  },
})

/**
 * Registers the calls of the marketing host. Their paths have no prefix; pages of any origin may send them, without
 * session or cookies, but only ours may read the answers.
 */
export async function registerMarketing(
  app: FastifyInstance,
  deps: MarketingDeps,
  publicOrigin: string,
  knowledge: CallerKnowledge,
  admit: Admit,
): Promise<void> {
  app.addHook('preValidation', refuseNul)
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin === publicOrigin) allowOrigin(reply, publicOrigin)
  })
  app.options('/marketing/*', async (_request, reply) => reply.code(204).send())
  registerCalls(app, marketingCalls, handlers(deps), {
    database: deps.database,
    openSignature: async () => null,
    knowledge,
    admit,
  })
}

/** Removes everything before `/marketing/` from the path of an API call. GET requests for pages keep their path. */
export function marketingAddress(method: string | undefined, url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const at = path.indexOf('/marketing/')
  return at > 0 && (method === 'POST' || method === 'OPTIONS') ? url.slice(at) : url
}
