import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'

/** Ends every session of the caller but this one; those too that are being born of one of them. */
export const endOtherSessions = (database: Database, { userId, sessionId }: SignedInCaller): Promise<void> =>
  database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await endSessionsOf(tx, userId, sessionId)
  })
