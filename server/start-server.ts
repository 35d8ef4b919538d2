import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { openLiveChains } from './deps/live-chains.ts'
import { createPanelDeps } from './deps/panel-deps.ts'
import { openStore, type Store } from './db/open-store.ts'
import { createChainLoops, type ChainLoops } from './chain-loops.ts'
import { createJobs } from './create-jobs.ts'
import { createErrorRecorder, silentRecorder } from './modules/error-reports/error-reports.service.ts'
import { createShopPasses } from './modules/operators/shop-pass.ts'
import type { Config } from './platform/config.ts'
import { ConfigError } from './platform/read-setting.ts'
import type { JobRunner } from './platform/job-runner.ts'
import type { Log } from './platform/log.ts'
import { openMetrics, type OpenMetrics } from './metrics/open-metrics.ts'
import { readShop } from './metrics/read-shop.ts'
import { rejectsImplicitly } from './platform/pkcs1-signatures.ts'
import { checkSigningKeys } from './platform/signed-calls.ts'
import { registerConsolePages } from './console/register-console-pages.ts'
import { registerPlanPreview } from './console/plan-preview.ts'
import { registerBrandPreview } from './console/brand-preview.ts'
import { registerTextPreview } from './console/text-preview.ts'
import { createSiteRoutes, distFolder, demoWalletOf } from './site/create-site-routes.ts'
import { commonHeaders } from './site/security-headers.ts'
import { createSiteMemory, loadSiteData, readBrand } from './workflows/site/load-site-data.ts'
import { createKeyedDigest } from './platform/keyed-digest.ts'
import { networkList, networkOf, widthsOf } from './platform/network.ts'
import { createDestinations } from '#server/workflows/affiliates/welcome-visitor.ts'
import { readCards } from './workflows/groups/read-groups.ts'
import { createMessageDeps } from './workflows/accounts/messages/message-deps.ts'
import { followConnections, loadConnections, type Follower } from './workflows/connections/load-connections.ts'
import { recordHealth } from './workflows/connections/record-health.ts'
import { forgetSilence, openPayments } from './workflows/payments/attempts/open-payments.ts'

type RunningServer = { readonly app: FastifyInstance; readonly store: Store; stop(): Promise<void> }

export async function startServer(config: Config, log: Log, demoWallet?: string): Promise<RunningServer> {
  const broken = checkSigningKeys(config.signingKeys)
  if (broken)
    throw new ConfigError(
      `SIGNING_KEY_${broken.toUpperCase()}_FILE does not hold an RSA private key of 2048 bits in PEM.`,
    )
  if (config.clientCompat && !rejectsImplicitly())
    throw new ConfigError(
      'CLIENT_COMPAT=on is refused: this Node.js tells bad PKCS#1 v1.5 padding apart, which gives the key away.',
    )
  const store = await openStore(config, log, 'prepare')
  let draining = false
  let jobs: JobRunner | undefined
  let watchers: ChainLoops | undefined
  let metrics: OpenMetrics | undefined
  let follower: Follower | undefined
  try {
    const { database } = store
    await loadConnections(database, config)
    const runsJobs = config.jobs === 'on'
    const live = await openLiveChains(config, log)
    if (config.metrics)
      metrics = await openMetrics('METRICS_PORT', config.metrics, {
        log,
        readShop: () => readShop(database, live.current),
        pool: () => database.pool(),
        stuckLanes: runsJobs ? () => jobs?.stuckLanes() ?? [] : null,
      })
    const measured = metrics && { measure: metrics.measure }
    const health = recordHealth(database)
    const payments = openPayments(config, database, log, health.alsoMeasure(metrics?.measure))
    if (runsJobs)
      watchers = createChainLoops({
        database,
        log,
        chains: live.current,
        digest: createKeyedDigest(config.secretKey),
      })
    const errors = config.environment === 'PROD' ? createErrorRecorder(database, log) : silentRecorder
    if (runsJobs)
      jobs = createJobs({
        database,
        reads: store.reads,
        log,
        payments,
        get chains() {
          return live.current
        },
        errors,
        ...measured,
        messages: health.ofMessages(config, createMessageDeps(config, database, log)),
        alerts: config,
        tunnels: createPanelDeps(config.secretKey, database, log),
      })
    const isExit = networkList(config.exitNetworks)
    const findDestination = createDestinations({ database, digest: createKeyedDigest(config.secretKey) })
    const offeredWallet = demoWallet === undefined ? null : demoWalletOf(config)
    const memory = createSiteMemory()
    const registerSite = createSiteRoutes({
      publicOrigin: config.publicOrigin,
      loadSiteData: () => loadSiteData(database, config, payments.offers, offeredWallet, [], memory),
      findDestination: (referral, address) =>
        findDestination(referral, {
          network: networkOf(address),
          widths: widthsOf(address),
          isExit: isExit(address),
        }),
      readGroup: async (code) => (await readCards(database, [code]))[0] ?? null,
      passes: createShopPasses(database, createKeyedDigest(config.secretKey)),
      demoWallet: offeredWallet && (demoWallet ?? null),
      onError: (error, address) => errors.record('server', error, address),
      registerPreviews: (pages, renderer) => {
        registerTextPreview(pages, renderer, { config, database, payments })
        registerPlanPreview(pages, renderer, { config, database, payments })
        registerBrandPreview(pages, renderer, { config, database, payments })
      },
    })
    const app = await buildApp({
      config,
      database,
      reads: store.reads,
      log,
      payments,
      get chains() {
        return live.current
      },
      registerSite: async (pages) => {
        await registerConsolePages(pages, path.join(distFolder, 'console'), commonHeaders(config.publicOrigin), () =>
          readBrand(database),
        )
        return registerSite(pages)
      },
      nudgeJobs: () => jobs?.nudge(),
      onNotification: health.onNotification,
      isDraining: () => draining,
      errors,
      ...measured,
    })
    await app.listen({ host: config.host, port: config.port })
    if (jobs) await forgetSilence(database, payments)
    await jobs?.start()
    watchers?.start()
    follower = followConnections(database, config, log, async () => {
      await live.refresh()
      await watchers?.follow(live.current)
      await health.flush()
    })
    return {
      app,
      store,
      async stop() {
        draining = true
        follower?.stop()
        await app.close()
        await watchers?.stop()
        await jobs?.stop()
        await errors.flush()
        await metrics?.stop()
        await store.close()
      },
    }
  } catch (error) {
    await watchers?.stop()
    await jobs?.stop()
    await metrics?.stop()
    await store.close()
    throw error
  }
}
