import { money } from '#shared/money.ts'
import { findDeletion, scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { listAddresses, lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { listPaidOrders } from '#server/modules/orders/orders.queries.ts'
import { sumUnsettled } from '#server/modules/payouts/commissions.queries.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import { reachesOf } from '#server/deps/identity-deps.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { notifyAddresses } from '#server/workflows/accounts/messages/notify-owner.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { collectData } from './export-data.ts'
import { sentence } from '#text/sentence.ts'

export const exportFor: Act<'people.export-data'> = async (tx, { user, reason }, _operator, { config }) => {
  const { id, uid, language } = await requireUser(tx, user)
  if ((await findDeletion(tx, id))?.erasedAt) return refuse('NotPossible', sentence('user.nothingLeft', { uid }))
  const collected = await collectData(tx, createKeyring(config.secretKey), id, language)
  const rows = countRows(collected)
  return done({ uid, rows, data: `${JSON.stringify(collected, null, 2)}\n` }, `user ${uid}`, { reason, rows })
}

const countRows = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, each) => sum + countRows(each), 0)
}

export const eraseFor: Act<'people.erase'> = async (tx, { user, reason }, _operator, { config }) => {
  const { id, uid, language } = await requireUser(tx, user)
  await lockAccount(tx, id)
  const wished = await findDeletion(tx, id)
  if (wished)
    return refuse(
      'NotPossible',
      wished.erasedAt ? sentence('user.isErased', { uid }) : sentence('user.asksErasureAlready', { uid }),
    )
  const signIns = (await listSessions(tx, id)).length
  const erase = await scheduleDeletion(tx, id)
  await forgetSteps(tx, id)
  await endSessionsOf(tx, id)
  const deps = { keyring: createKeyring(config.secretKey), reaches: reachesOf(config) }
  const owner = { userId: id, language }
  const notified = await notifyAddresses(tx, deps, owner, 'deletion-requested', await listAddresses(tx, id))
  const membership = await findMembership(tx, id)
  const output = {
    uid,
    erase,
    memberUntil: membership?.expiresAt && membership.expiresAt > tx.now ? membership.expiresAt : null,
    signIns,
    paidOrders: (await listPaidOrders(tx, id)).length,
    earned: money((await sumUnsettled(tx, id)).minor, 'USD'),
    notified,
  }
  return done(output, `user ${uid}`, { reason, erase }, { takesTwo: sentence('user.erasureTakesTwo') })
}
