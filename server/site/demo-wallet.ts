import type { FastifyInstance } from 'fastify'
import type { SiteDemoWallet } from '#shared/site.ts'
import type { Config } from '#server/platform/config.ts'

const address = '/demo-wallet.js'

/** Whether pages may offer the demo wallet, which pays without asking for a key: in DEV beside a local chain, and nowhere else. */
export const demoWalletOf = ({
  environment,
  devChain,
}: Pick<Config, 'environment' | 'devChain'>): SiteDemoWallet | null =>
  environment === 'DEV' && devChain !== null ? { script: address, chain: devChain } : null

/** Serves its script. Only for who got one of `demoWalletOf`. */
export function registerDemoWallet(app: FastifyInstance, script: string): void {
  app.get(address, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script),
  )
}
