import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'

/**
 * Ends all other sessions, including those being opened, and their children. This session ends too if it is a child of
 * another: a stolen session must not drive out its parent, whose owner must in turn be able to end it. A session with
 * its own proof stays.
 */
export const endOtherSessions = (database: Database, { userId, sessionId }: SignedInCaller): Promise<void> =>
  database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await forgetSteps(tx, userId)
    await endSessionsOf(tx, userId, sessionId)
  })
