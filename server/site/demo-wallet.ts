import type { FastifyInstance } from 'fastify'
import type { SiteDemoWallet } from '#shared/site.ts'
import type { Config } from '#server/platform/config.ts'

const address = '/demo-wallet.js'

/** Demo wallet that pays without asking for a key; only in DEV with a local chain, otherwise null. */
export const demoWalletOf = ({
  environment,
  devChain,
}: Pick<Config, 'environment' | 'devChain'>): SiteDemoWallet | null =>
  environment === 'DEV' && devChain !== null ? { script: address, chain: devChain } : null

/** Serves the wallet script. Call only if `demoWalletOf` returned a wallet. */
export function registerDemoWallet(app: FastifyInstance, script: string): void {
  app.get(address, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script),
  )
}
