import type { JobHandlers } from '#server/platform/jobs.ts'
import type { AlertDeps } from '#server/workflows/alerts/alert-deps.ts'
import { lookAtMethods, lookForAlerts } from '#server/workflows/alerts/look-for-alerts.ts'
import { sendWebhooks } from '#server/workflows/alerts/send-webhooks.ts'
import { sendWebhooksJob } from '#server/workflows/alerts/tell-owed.ts'

/** Jobs of alerts. */
export const alertJobs = (deps: AlertDeps): JobHandlers => ({
  'look-for-alerts': () => lookForAlerts(deps),
  'look-at-methods': () => lookAtMethods(deps),
  [sendWebhooksJob]: (job) => sendWebhooks(deps, job),
})
