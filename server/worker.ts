import { ensureDataDir, openStore } from './db/open-store.ts'
import { createChainLoops } from './chain-loops.ts'
import { createJobs } from './create-jobs.ts'
import { openLiveChains } from './deps/live-chains.ts'
import { createPanelDeps } from './deps/panel-deps.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { readShop } from './metrics/read-shop.ts'
import { createErrorRecorder, silentRecorder } from './modules/error-reports/error-reports.service.ts'
import { readConfig } from './platform/config.ts'
import type { JobRunner } from './platform/job-runner.ts'
import { createKeyedDigest } from './platform/keyed-digest.ts'
import { createLog } from './platform/log.ts'
import { endWithParent, failStart, stopOnSignal } from './platform/process.ts'
import { createMessageDeps } from './workflows/accounts/messages/message-deps.ts'
import { followConnections, loadConnections } from './workflows/connections/load-connections.ts'
import { recordHealth } from './workflows/connections/record-health.ts'
import { forgetSilence, openPayments } from './workflows/payments/attempts/open-payments.ts'

/**
 * Process for jobs only, such as order expiry, provider events and reconciliation. Run it if the server has JOBS=off.
 */
const isReady = endWithParent()
try {
  const config = readConfig()
  ensureDataDir(config.dataDir)
  const log = createLog(config.environment, config.logLevel)
  const store = await openStore(config, log, 'expect')
  await loadConnections(store.database, config)
  const errors = config.environment === 'PROD' ? createErrorRecorder(store.database, log) : silentRecorder
  const live = await openLiveChains(config, log)
  /** Job runner, set later because metrics may ask for its lanes before it exists. */
  const running: { jobs?: JobRunner } = {}
  const metrics =
    config.workerMetrics &&
    (await openMetrics('WORKER_METRICS_PORT', config.workerMetrics, {
      log,
      readShop: () => readShop(store.database, live.current),
      pool: () => store.database.pool(),
      stuckLanes: () => running.jobs?.stuckLanes() ?? [],
    }))
  const health = recordHealth(store.database)
  const payments = openPayments(config, store.database, log, health.alsoMeasure(metrics?.measure))
  await forgetSilence(store.database, payments)
  const jobs = createJobs({
    ...(metrics && { measure: metrics.measure }),
    database: store.database,
    reads: store.reads,
    log,
    errors,
    payments,
    get chains() {
      return live.current
    },
    messages: health.ofMessages(config, createMessageDeps(config, store.database, log)),
    alerts: config,
    tunnels: createPanelDeps(config.secretKey, store.database, log),
  })
  running.jobs = jobs
  const watchers = createChainLoops({
    database: store.database,
    log,
    chains: live.current,
    digest: createKeyedDigest(config.secretKey),
  })
  await jobs.start()
  const follower = followConnections(store.database, config, log, async () => {
    await live.refresh()
    await watchers.follow(live.current)
    await health.flush()
  })
  watchers.start()
  // Idle database connections do not keep a process alive, so this timer does until the process is told to stop.
  const alive = setInterval(() => {}, 2 ** 30)
  isReady()
  stopOnSignal(log, async () => {
    clearInterval(alive)
    follower.stop()
    await watchers.stop()
    await jobs.stop()
    await errors.flush()
    await metrics?.stop()
    await store.close()
  })
  log.info('worker ready')
} catch (error) {
  failStart(error)
}
