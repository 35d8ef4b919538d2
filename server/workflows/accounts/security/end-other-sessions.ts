import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'

/**
 * Ends every session of the caller but this one, also one that is being opened from another in this moment. A session that was
 * opened from one of those ends with it, this one included: a stolen session must not drive out the one that it came from, and
 * its owner, who may be driving out a stolen phone, must not be refused. Whoever signs in with a proof stays.
 */
export const endOtherSessions = (database: Database, { userId, sessionId }: SignedInCaller): Promise<void> =>
  database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await endSessionsOf(tx, userId, sessionId)
  })
