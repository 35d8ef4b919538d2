import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Renderer, SiteData, SiteDemoWallet } from '#shared/site.ts'
import { createPassCookie } from '#server/modules/operators/shop-pass.ts'
import type { Config } from '#server/platform/config.ts'
import type { ReadGroup } from './group-links.ts'
import { createPictureDrawer } from './picture-drawer.ts'
import { registerSite, type Site, type SiteDeps } from './register-site.ts'
import { commonHeaders } from './security-headers.ts'
import { loadSiteBuild } from './site-build.ts'

export const distFolder = path.join(import.meta.dirname, '../../dist')

type Options = {
  publicOrigin: string
  loadSiteData: () => Promise<SiteData>
  readGroup: ReadGroup
  findDestination: SiteDeps['findDestination']
  passes: SiteDeps['passes']
  onError: (error: unknown, path: string) => void
  demoWallet: string | null
  registerPreviews?: (app: FastifyInstance, renderer: Renderer) => void
}

export const createSiteRoutes =
  ({ publicOrigin, demoWallet, registerPreviews, ...deps }: Options) =>
  async (app: FastifyInstance): Promise<Site> => {
    const build = await loadSiteBuild(distFolder, commonHeaders(publicOrigin))
    if (demoWallet !== null) registerDemoWallet(app, demoWallet)
    registerPreviews?.(app, build.renderer)
    const drawer = createPictureDrawer(path.join(distFolder, 'render/fonts'))
    app.addHook('onClose', () => drawer.stop())
    const drawPicture = (svg: string) => drawer.draw(svg)
    const passCookie = createPassCookie(publicOrigin)
    return registerSite(app, { ...deps, build, drawPicture, passCookie, now: () => new Date() })
  }

const address = '/demo-wallet.js'

/** Demo crypto wallet that pays without asking for a key; only in DEV with a local blockchain, otherwise null. */
export const demoWalletOf = ({
  environment,
  devChain,
}: Pick<Config, 'environment' | 'devChain'>): SiteDemoWallet | null =>
  environment === 'DEV' && devChain !== null ? { script: address, chain: devChain } : null

function registerDemoWallet(app: FastifyInstance, script: string): void {
  app.get(address, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(script),
  )
}
