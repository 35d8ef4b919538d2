import type { JobHandlers } from '#server/platform/jobs.ts'
import { createUsualReader, checkMethodAlerts, checkAlerts } from '#server/workflows/alerts/check-alerts.ts'
import { createMachineReader } from '#server/workflows/alerts/read-machine.ts'
import { sendAlertWebhooks } from '#server/workflows/alerts/send-alert-webhooks.ts'
import { sendWebhooksJob, type AlertDeps } from '#server/workflows/alerts/send-pending-notices.ts'
import { forgetExports, writeExportJob } from '#server/modules/exports/exports.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Reads } from '#server/platform/replica.ts'
import {
  forgetWebhooks,
  sendWebhooks as sendEvents,
  sendWebhooksJob as sendEventsJob,
  startWebhooks,
} from '#server/workflows/webhooks/deliver-webhooks.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'
import {
  forgetImportRows,
  forgetUnstarted,
  runImportJob,
  undoImportJob,
} from '#server/modules/imports/imports.service.ts'
import { runImport } from '#server/workflows/imports/run-import.ts'
import { undoImport } from '#server/workflows/imports/undo-import.ts'
import { mailDueMonth } from '#server/workflows/exports/mail-accountant.ts'
import { writeExport } from '#server/workflows/exports/write-export.ts'

/** Handlers of the jobs that send alerts, and events for the operator's own systems. */
export function alertJobs(deps: AlertDeps): JobHandlers {
  const [readMachine, readUsual] = [createMachineReader(deps.config), createUsualReader(deps)]
  return {
    'look-for-alerts': () => checkAlerts(deps, readMachine),
    'look-at-methods': () => checkMethodAlerts(deps, readUsual),
    'mail-accountant': () => mailDueMonth(deps),
    [sendWebhooksJob]: (job) => sendAlertWebhooks(deps, job),
    'start-webhooks': () => startWebhooks(deps),
    [sendEventsJob]: (job) => sendEvents(deps, job),
  }
}

export const importJobs = (database: Database): JobHandlers => ({
  [runImportJob]: (job) => runImport(database, job),
  [undoImportJob]: (job) => undoImport(database, job),
  'forget-imports': async () => {
    await startSweep({ batch: 5 })((limit) => forgetUnstarted(database, limit))
    await startSweep()((limit) => forgetImportRows(database, limit))
  },
})

/** Handler of the job that deletes old events for the operator's own systems. */
export const webhookCleanup = (database: Database): JobHandlers => ({
  'forget-webhooks': () => forgetWebhooks(database),
})

export const exportJobs = (database: Database, reads: Reads): JobHandlers => ({
  [writeExportJob]: (job) => writeExport(database, reads, job),
  'forget-exports': async () => void (await startSweep({ batch: 20 })((limit) => forgetExports(database, limit))),
})
