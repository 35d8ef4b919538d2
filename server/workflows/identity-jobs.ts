import { forgetOldRegistrations } from '#server/modules/accounts/accounts.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { forgetExpiredCodes } from '#server/modules/codes/codes.service.ts'
import { forgetExpiredCounters } from '#server/modules/limits/limits.service.ts'
import { forgetOldVisits, originDays } from '#server/modules/marketing/marketing.service.ts'
import { forgetFinishedMessages, requeueForgotten, sendMessageJob } from '#server/modules/outbox/outbox.service.ts'
import { forgetOldSpent } from '#server/modules/sms-budget/sms-budget.service.ts'
import { forgetOldSignIns } from '#server/modules/sessions/sign-in-events.service.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'
import { sendMessage, type MessageDeps } from './send-message.ts'

/** Everything about identities that happens without somebody waiting for it. */
export const identityJobs = (deps: MessageDeps): JobHandlers => ({
  [sendMessageJob]: (job) => sendMessage(deps, job),
  'sweep-outbox': () => requeueForgotten(deps.database),
  'forget-identity-traces': async () => {
    await forgetExpiredCounters(deps.database)
    await forgetExpiredCodes(deps.database)
    await forgetOldRegistrations(deps.database)
    await forgetOldSignIns(deps.database)
    await forgetFinishedMessages(deps.database)
    const { affiliateTerms } = await readSettings(deps.database)
    // A visit counts for so many days; the rest of the last one is let pass.
    await forgetOldVisits(deps.database, { visits: affiliateTerms.attributionDays + 1, origins: originDays })
    await forgetOldSpent(deps.database)
  },
})

/** Kind → seconds from one run to the next. */
export const identitySchedules = { 'sweep-outbox': 60, 'forget-identity-traces': 300 } as const
