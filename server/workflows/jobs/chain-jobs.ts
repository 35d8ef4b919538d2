import type { ChainDeps } from '#server/deps/crypto-deps.ts'
import { forgetIdleTransfers, forgetOldStrayDays } from '#server/modules/chains/idle-transfers.service.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { startSweep } from '#server/platform/sweep.ts'
import { recheckSent } from '#server/workflows/crypto/recheck-sent.ts'

/** Jobs for cryptocurrency. */
export const chainJobs = (deps: ChainDeps): JobHandlers => ({
  'recheck-sent': () => recheckSent(deps),
  'forget-idle-transfers': async () => {
    await startSweep()((limit) => forgetIdleTransfers(deps.database, deps.chains, limit))
    await forgetOldStrayDays(deps.database)
  },
})
