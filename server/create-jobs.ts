import { forgetOldAlertMessages, forgetOldAlerts } from '#server/modules/alerts/alerts.service.ts'
import { destroyFormerKeys } from '#server/modules/connections/connections.queries.ts'
import { forgetApiKeys } from '#server/modules/api-keys/api-keys.queries.ts'
import { forgetExpired } from '#server/modules/sessions/sessions.service.ts'
import {
  forgetOldErrors,
  silentRecorder,
  type ErrorRecorder,
} from '#server/modules/error-reports/error-reports.service.ts'
import type { Payments } from '#server/modules/payments/create-payments.ts'
import type { Database } from '#server/platform/database.ts'
import { readsFrom, type Reads } from '#server/platform/replica.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { createJobRunner, type JobRunner } from '#server/platform/job-runner.ts'
import type { Log } from '#server/platform/log.ts'
import type { Measure } from '#server/platform/measure.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'
import type { Chains } from '#server/modules/chains/create-chains.ts'
import type { AlertDeps } from '#server/workflows/alerts/send-pending-notices.ts'
import { accountJobs } from '#server/workflows/jobs/account-jobs.ts'
import { alertJobs, exportJobs, importJobs, webhookCleanup } from '#server/workflows/jobs/operator-jobs.ts'
import { figureJobs } from '#server/workflows/jobs/figure-jobs.ts'
import { createSchedules } from '#server/workflows/jobs/job-intervals.ts'
import type { MessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { paymentJobs, groupJobs, chainJobs } from '#server/workflows/jobs/payment-jobs.ts'
import { tunnelJobs } from '#server/workflows/jobs/tunnel-jobs.ts'
import { measureServices } from '#server/workflows/site/measure-services.ts'
import type { PanelDeps } from './deps/panel-deps.ts'

export type JobDeps = {
  readonly database: Database
  /** Reads that may be up to a second old. Default: read from `database`. */
  readonly reads?: Reads
  readonly log: Log
  readonly payments: Payments
  readonly messages: MessageDeps
  /** Networks of cryptocurrencies, read for each job, because operators can change them in the console. */
  readonly chains?: Chains | null
  readonly tunnels?: PanelDeps
  readonly alerts?: AlertDeps['config']
  readonly errors?: ErrorRecorder
  readonly measure?: Measure
}

const failureOf =
  ({ errors = silentRecorder }: JobDeps) =>
  (error: unknown, kind: string) =>
    errors.record('job', error, kind)

export function jobHandlers(deps: JobDeps): JobHandlers {
  const { database, reads = readsFrom(database), tunnels, alerts } = deps
  return {
    ...paymentJobs(deps),
    ...groupJobs(deps),
    ...accountJobs(deps.messages),
    ...figureJobs(database),
    ...exportJobs(database, reads),
    ...importJobs(database),
    ...webhookCleanup(database),
    ...chainJobs(deps),
    ...(tunnels && tunnelJobs(tunnels)),
    ...(alerts && alertJobs({ database, config: alerts, onFailure: failureOf(deps) })),
    'measure-services': () => measureServices({ database, payments: deps.payments, chains: deps.chains ?? null }),
    'forget-expired': async () => {
      await forgetExpired(database)
      await destroyFormerKeys(database)
      await forgetOldErrors(database)
      await startSweep()((limit) => forgetOldAlerts(database, limit))
      await startSweep()((limit) => forgetOldAlertMessages(database, limit))
      await startSweep()((limit) => forgetApiKeys(database, limit))
    },
  }
}

export function createJobs(deps: JobDeps): JobRunner {
  const { database, log, tunnels, alerts } = deps
  return createJobRunner({
    database,
    log,
    admit: (lane, free, running) => deps.payments.admit(lane, free, running),
    isHalted: (lane) => deps.payments.silent().some((provider) => provider === lane),
    onFailure: failureOf(deps),
    ...(deps.measure && { measure: deps.measure }),
    handlers: jobHandlers(deps),
    schedules: () =>
      createSchedules(deps.payments.ids, {
        takesCrypto: (deps.chains ?? null) !== null,
        tellsPanels: tunnels !== undefined,
        tellsOperators: alerts !== undefined,
      }),
  })
}
