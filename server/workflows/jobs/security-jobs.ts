import { forgetOldLoginCodes } from '#server/modules/login-codes/login-codes.queries.ts'
import { forgetOldChallenges } from '#server/modules/passkeys/passkeys.queries.ts'
import { forgetOldSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import type { Database } from '#server/platform/database.ts'
import { housekeeping, type JobHandlers } from '#server/platform/jobs.ts'
import { startSweep } from '#server/platform/sweep.ts'
import { eraseDueAccounts } from '#server/workflows/accounts/privacy/erase-accounts.ts'

/** Everything about devices, factors and deletion that happens without someone waiting for it. */
export const securityJobs = (database: Database): JobHandlers => ({
  'erase-accounts': async () => void (await eraseDueAccounts(database)),
  'forget-security-traces': async () => {
    const sweep = startSweep()
    await sweep((limit) => forgetOldLoginCodes(database, limit))
    await sweep((limit) => forgetOldChallenges(database, limit))
    await sweep((limit) => forgetOldSteps(database, limit))
  },
})

export const securitySchedules = housekeeping({ 'erase-accounts': 300, 'forget-security-traces': 300 })
