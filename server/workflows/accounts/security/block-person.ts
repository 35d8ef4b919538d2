import { blockAccount, findBlockTime, unblockAccount } from '#server/modules/accounts/blocks.service.ts'
import { countPayable } from '#server/modules/orders/orders.queries.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'

/** Ends every sign-in and every tunnel of a person, and lets none begin. Their time keeps running. */
export const blockPerson: Act<'people.block'> = async (tx, { user, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  if (!(await blockAccount(tx, userId))) return refuse('NotPossible', `User ${uid} is blocked already.`)
  const signIns = (await listSessions(tx, userId)).length
  await endSessionsOf(tx, userId)
  const openOrders = (await countPayable(tx, userId)).orders
  return done({ uid, signIns, openOrders }, `user ${uid}`, { reason, signIns, openOrders })
}

/** Takes a block back. What ended with it stays ended: the person signs in anew. */
export const unblockPerson: Act<'people.unblock'> = async (tx, { user, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const since = await findBlockTime(tx, userId)
  if (!since || !(await unblockAccount(tx, userId))) return refuse('NotPossible', `User ${uid} is not blocked.`)
  return done({ uid, since }, `user ${uid}`, { reason, since })
}
