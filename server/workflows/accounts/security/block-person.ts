import { isBlank, withoutUnseen } from '#shared/visible-text.ts'
import { blockAccount, findBlockTime, unblockAccount } from '#server/modules/accounts/blocks.service.ts'
import { countPayable } from '#server/modules/orders/orders.queries.ts'
import { tellPeople } from '#server/modules/outbox/outbox.service.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'

/** Ends every sign-in and every tunnel of a person, and lets none begin. They read why. Their time keeps running. */
export const blockPerson: Act<'people.block'> = async (tx, { user, toldReason = '', sayNothing = false, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const told = isBlank(toldReason) ? null : withoutUnseen(toldReason).trim()
  if (told === null && !sayNothing)
    return refuse('InvalidInput', 'Write what the user reads with {toldReason}, or state {sayNothing}.')
  if (told !== null && sayNothing) return refuse('InvalidInput', 'Either {toldReason} or {sayNothing}, not both.')
  if (!(await blockAccount(tx, userId, told))) return refuse('NotPossible', `User ${uid} is blocked already.`)
  const at = tx.now.toISOString()
  if (told !== null)
    await tellPeople(tx, [
      { userId, event: `account-blocked:${at}`, template: 'account-blocked', facts: { at, reason: told } },
    ])
  const signIns = (await listSessions(tx, userId)).length
  await endSessionsOf(tx, userId)
  const openOrders = (await countPayable(tx, userId)).orders
  return done({ uid, signIns, openOrders, toldReason: told }, `user ${uid}`, { reason, told, signIns, openOrders })
}

/** Takes a block back, and tells the person. What ended with it stays ended: they sign in anew. */
export const unblockPerson: Act<'people.unblock'> = async (tx, { user, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const since = await findBlockTime(tx, userId)
  if (!since || !(await unblockAccount(tx, userId))) return refuse('NotPossible', `User ${uid} is not blocked.`)
  const at = tx.now.toISOString()
  await tellPeople(tx, [{ userId, event: `account-unblocked:${at}`, template: 'account-unblocked', facts: { at } }])
  return done({ uid, since }, `user ${uid}`, { reason, since })
}
