import type { FastifyInstance } from 'fastify'
import { consoleApi } from '#shared/console.ts'
import { refuseNul } from '#server/api/refuse-nul.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { networkList } from '#server/platform/network.ts'
import { registerActions } from './action.calls.ts'
import { answerConsoleError } from './console-error.ts'
import { createSessionCookie, requireOwnPage, type ConsoleDeps, type SignedIn } from './console-session.ts'
import { registerImages } from './images.calls.ts'
import { registerSavedValues } from './saved-values.calls.ts'
import { registerLive } from './live/live.calls.ts'
import { registerShopPass } from './shop-pass.calls.ts'
import { registerSignIn } from './sign-in.calls.ts'

declare module 'fastify' {
  interface FastifyRequest {
    operator: SignedIn | null
  }
}

export async function registerConsole(
  app: FastifyInstance,
  { config, database, reads }: Pick<ConsoleDeps, 'config' | 'database' | 'reads'>,
): Promise<void> {
  const { secretKey, consoleOrigin } = config
  const deps: ConsoleDeps = {
    config,
    database,
    reads,
    keyring: createKeyring(secretKey),
    digest: createKeyedDigest(secretKey),
    cookie: createSessionCookie(consoleOrigin),
    isExit: networkList(config.exitNetworks),
  }
  await app.register(
    async (api) => {
      api.decorateRequest('operator', null)
      api.setErrorHandler<Error>(answerConsoleError)
      api.addHook('onRequest', async (request, reply) => {
        reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
        if (request.method !== 'GET') requireOwnPage(request, consoleOrigin)
      })
      api.addHook('preValidation', refuseNul)
      registerSignIn(api, deps)
      registerActions(api, deps)
      registerSavedValues(api, deps)
      registerImages(api, deps)
      registerLive(api, deps)
      registerShopPass(api, deps)
    },
    { prefix: consoleApi },
  )
}
