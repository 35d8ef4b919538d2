import type { Database } from '#server/platform/database.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { foldAffiliateDays, foldAffiliateOpenDays } from '#server/workflows/figures/fold-affiliate-days.ts'
import { foldCommissionHolds } from '#server/workflows/figures/fold-commission-holds.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { noteMembers } from '#server/workflows/figures/count-members.ts'
import { proveAffiliateDays, proveAffiliatesJob } from '#server/workflows/figures/prove-affiliate-days.ts'
import { proveLedger } from '#server/workflows/figures/prove-ledger.ts'
import { proveDays, proveDaysJob } from '#server/workflows/figures/prove-days.ts'

/** A part of the proof that is under way may take 27 of the 60 seconds of its lane: its run goes on with no other after so long. */
const proofMs = 30_000

/** Figures by day. */
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
