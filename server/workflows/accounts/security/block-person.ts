import { isBlank, replaceInvisibleCharacters } from '#shared/visible-text.ts'
import { findAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { blockAccount, unblockAccount } from '#server/modules/accounts/blocks.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { giveBackTime } from '#server/modules/membership/membership.service.ts'
import { countPayable } from '#server/modules/orders/orders.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

/**
 * Blocks a user: ends all sessions and tunnels and prevents new ones. The user sees `toldReason`, or no reason with
 * `sayNothing`. Membership time keeps running unless `stopTime` is set.
 */
export const blockPerson: Act<'people.block'> = async (tx, input) => {
  const { user, toldReason = '', sayNothing = false, stopTime = false, reason } = input
  const { id: userId, uid } = await requireUser(tx, user)
  const told = isBlank(toldReason) ? null : replaceInvisibleCharacters(toldReason).trim()
  if (told === null && !sayNothing) return refuse('InvalidInput', 'block.needsReason')
  if (told !== null && sayNothing) return refuse('InvalidInput', 'block.eitherReason')
  if (!(await blockAccount(tx, userId, { told, stopsTime: stopTime })))
    return refuse('NotPossible', sentence('user.isBlocked', { uid }))
  const at = tx.now.toISOString()
  if (told !== null)
    await notifyPeople(tx, [
      {
        userId,
        event: `account-blocked:${at}`,
        template: 'account-blocked',
        facts: { at, reason: told, ...(stopTime && { stopsTime: true }) },
      },
    ])
  const signIns = (await listSessions(tx, userId)).length
  await forgetSteps(tx, userId)
  await endSessionsOf(tx, userId)
  const openOrders = (await countPayable(tx, userId)).orders
  const earnsOn = (await findAffiliate(tx, userId))?.state === 'approved'
  const output = { uid, signIns, openOrders, toldReason: told, timeStops: stopTime, earnsOn }
  return done(output, `user ${uid}`, { reason, told, stopTime, signIns, openOrders })
}

/** Unblocks a user, gives back membership time that was stopped, and notifies the user. Ended sessions stay ended. */
export const unblockPerson: Act<'people.unblock'> = async (tx, { user, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const block = await unblockAccount(tx, userId)
  if (!block) return refuse('NotPossible', sentence('user.notBlocked', { uid }))
  const since = block.blockedAt
  const given = block.stopsTime ? await giveBackTime(tx, userId, since) : null
  const seconds = given?.seconds ?? 0
  const memberUntil = given?.expiresAt ?? (await findMembership(tx, userId))?.expiresAt ?? null
  const at = tx.now.toISOString()
  const facts = { at, ...(seconds > 0 && { givenBack: true }) }
  await notifyPeople(tx, [{ userId, event: `account-unblocked:${at}`, template: 'account-unblocked', facts }])
  const timeBack =
    seconds === 0
      ? sentence('length.none')
      : sentence('length.daysToMinutes', {
          days: Math.floor(seconds / 86_400),
          hours: Math.floor((seconds % 86_400) / 3_600),
          minutes: Math.floor((seconds % 3_600) / 60),
        })
  return done({ uid, since, seconds, timeBack, memberUntil }, `user ${uid}`, { reason, since, seconds, memberUntil })
}
