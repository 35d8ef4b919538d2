import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { endSessionIn, endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'
import type { Database } from '#server/platform/database.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'

export const endSessions: Act<'people.end-sessions'> = async (tx, { user, session, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  await lockAccount(tx, userId)
  const open = await listSessions(tx, userId)
  const ending = session === undefined ? open : open.filter(({ id }) => id === session)
  if (ending.length === 0)
    return refuse(
      'NotPossible',
      session === undefined ? sentence('user.notSignedIn', { uid }) : sentence('user.noSuchSession'),
    )
  await forgetSteps(tx, userId)
  if (session === undefined) await endSessionsOf(tx, userId)
  else await endSessionIn(tx, userId, session)
  const platforms = [...new Set(ending.map(({ platform }) => platform))].toSorted()
  return done({ uid, signIns: ending.length, platforms }, `user ${uid}`, { reason, signIns: ending.length, platforms })
}

/**
 * Ends all other sessions and sign-ins in progress. Ends the current session too if it was opened from another session,
 * because whoever stole such a session could otherwise end the owner's one for good.
 */
export const endOtherSessions = (database: Database, { userId, sessionId }: SignedInCaller): Promise<void> =>
  database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await forgetSteps(tx, userId)
    await endSessionsOf(tx, userId, sessionId)
  })
