import type { Database } from '#server/platform/database.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import {
  foldAffiliateDays,
  foldAffiliateOpenDays,
  foldCommissionHolds,
} from '#server/workflows/figures/fold-affiliate-days.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { noteMembers } from '#server/workflows/figures/count-members.ts'
import { proveAffiliateDays, proveAffiliatesJob } from '#server/workflows/figures/prove-affiliate-days.ts'
import { proveDays, proveDaysJob, proveLedger } from '#server/workflows/figures/prove-days.ts'

/**
 * Time after which no further part of the check is started: one part may take 27 seconds, and the job queue allows 60
 * in total.
 */
const proofMs = 30_000

export const figureJobs = (database: Database): JobHandlers => ({
  'fold-days': async ({ signal }) => {
    await foldDays(database, { signal })
    await foldAffiliateDays(database, signal)
    await foldCommissionHolds(database)
    await foldAffiliateOpenDays(database, { signal })
  },
  'count-members': async () => void (await noteMembers(database)),
  [proveDaysJob]: (job) => proveDays(database, job),
  [proveAffiliatesJob]: ({ payload, signal }) =>
    proveAffiliateDays(database, { payload, signal: AbortSignal.any([signal, AbortSignal.timeout(proofMs)]) }),
  'prove-ledger': (job) => proveLedger(database, job),
})
