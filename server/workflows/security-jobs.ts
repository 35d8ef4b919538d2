import { forgetOldLoginCodes } from '#server/modules/login-codes/login-codes.service.ts'
import { forgetOldChallenges } from '#server/modules/passkeys/passkeys.service.ts'
import { forgetOldSteps } from '#server/modules/sign-in-steps/sign-in-steps.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { eraseDueAccounts } from './erase-accounts.ts'

/** Everything about devices, factors and deletion that happens without somebody waiting for it. */
export const securityJobs = (database: Database): JobHandlers => ({
  'erase-accounts': async () => void (await eraseDueAccounts(database)),
  'forget-security-traces': async () => {
    await forgetOldLoginCodes(database)
    await forgetOldChallenges(database)
    await forgetOldSteps(database)
  },
})

/** Kind → seconds from one run to the next. */
export const securitySchedules = { 'erase-accounts': 300, 'forget-security-traces': 300 } as const
