import { forgetOldChanges } from '#server/modules/account-changes/account-changes.queries.ts'
import { forgetOldRegistrations } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { forgetExpiredCounters } from '#server/modules/limits/limits.service.ts'
import { forgetOldLoginCodes } from '#server/modules/login-codes/login-codes.service.ts'
import { forgetOldOrigins, forgetOldVisits } from '#server/modules/marketing/marketing.queries.ts'
import { originDays } from '#server/modules/marketing/marketing.rules.ts'
import {
  forgetFinishedMessages,
  forgetOldEvents,
  forgetOldNotices,
  toldDays,
} from '#server/modules/outbox/outbox.queries.ts'
import { forgetOldCases } from '#server/modules/risk/events.queries.ts'
import { forgetOldRecipients, stopOldPauses } from '#server/modules/mailings/mailings.queries.ts'
import { forgetOldSignals } from '#server/modules/risk/signals.queries.ts'
import { forgetFormerPayers } from '#server/modules/referrals/former-payers.queries.ts'
import { requeueForgotten, sendMessageJob } from '#server/modules/outbox/outbox.service.ts'
import { forgetOldChallenges } from '#server/modules/passkeys/passkeys.queries.ts'
import {
  forgetNetworks,
  forgetOldSignIns,
  forgetOldStrangers,
} from '#server/modules/sessions/sign-in-events.queries.ts'
import { forgetOldSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { forgetOldSpent } from '#server/modules/sms-budget/sms-budget.service.ts'
import { forgetExpiredCodes } from '#server/modules/verification-codes/verification-codes.service.ts'
import { closeIdleThreads, forgetClosedThreads, forgetUnsentImages } from '#server/modules/support/support.queries.ts'
import { forgetOldNodeDays, forgetOldOnline, forgetOldUsage } from '#server/modules/tunnels/usage.queries.ts'
import { startMailings, stepMailing, stepMailingJob } from '#server/workflows/mailings/send-mailings.ts'
import { startSweep } from '#server/platform/delete-in-batches.ts'
import type { MessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { remindOfExpiry } from '#server/workflows/accounts/messages/remind-of-expiry.ts'
import { sendMessage } from '#server/workflows/accounts/messages/send-message.ts'
import { runDueRiskChecks } from '#server/workflows/affiliates/judge-risk.ts'
import { finishChanges } from '#server/workflows/accounts/security/finish-changes.ts'
import { endExpiredProposals } from '#server/workflows/accounts/privacy/end-proposals.ts'
import { eraseDueAccounts } from '#server/workflows/accounts/privacy/erase-accounts.ts'
import type { JobHandlers } from '#server/platform/jobs.ts'

export const accountJobs = (deps: MessageDeps): JobHandlers => ({
  [sendMessageJob]: (job) => sendMessage(deps, job),
  'start-mailings': () => startMailings(deps.database),
  [stepMailingJob]: (job) => stepMailing(deps.database, job),
  'sweep-outbox': () => requeueForgotten(deps.database),
  'remind-of-ends': () => remindOfExpiry(deps.database),
  'forget-identity-traces': async () => {
    const { database } = deps
    const sweep = startSweep()
    await sweep((limit) => forgetExpiredCounters(database, limit))
    await sweep((limit) => forgetExpiredCodes(database, limit))
    await sweep((limit) => forgetOldRegistrations(database, limit))
    await sweep((limit) => forgetNetworks(database, limit))
    await sweep((limit) => forgetOldSignIns(database, limit))
    await sweep((limit) => forgetOldStrangers(database, limit))
    await sweep((limit) => forgetFinishedMessages(database, limit))
    await sweep((limit) => forgetOldNotices(database, limit))
    await sweep((limit) => forgetOldEvents(database, limit))
    await stopOldPauses(database, toldDays)
    await sweep((limit) => forgetOldRecipients(database, toldDays, limit))
    const { affiliateTerms } = await readSettings(database)
    // Keeps visits one day longer than the attribution time, because they count for whole days.
    await sweep((limit) => forgetOldVisits(database, affiliateTerms.attributionDays + 1, limit))
    await sweep((limit) => forgetOldOrigins(database, originDays, limit))
    await sweep((limit) => forgetFormerPayers(database, limit))
    await sweep((limit) => forgetOldSignals(database, limit))
    await sweep((limit) => forgetOldCases(database, limit))
    await sweep((limit) => forgetOldUsage(database, limit))
    await sweep((limit) => forgetOldNodeDays(database, limit))
    await sweep((limit) => forgetOldOnline(database, limit))
    await sweep((limit) => closeIdleThreads(database, limit))
    await sweep((limit) => forgetClosedThreads(database, limit))
    await sweep((limit) => forgetUnsentImages(database, limit))
    await forgetOldSpent(database)
  },
  'judge-risks': (job) => runDueRiskChecks(deps.database, job.signal),
  'erase-accounts': async () => void (await eraseDueAccounts(deps.database, deps.keyring)),
  'finish-account-changes': () => finishChanges(deps),
  'forget-security-traces': async () => {
    const sweep = startSweep()
    await sweep((limit) => forgetOldLoginCodes(deps.database, limit))
    await sweep((limit) => forgetOldChallenges(deps.database, limit))
    await sweep((limit) => forgetOldSteps(deps.database, limit))
    await sweep((limit) => forgetOldChanges(deps.database, limit))
    await endExpiredProposals(deps.database)
  },
})
