import { callingCodeOf } from '#shared/phone.ts'
import { findCredentials, listAddresses, lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { findBlockTime } from '#server/modules/accounts/blocks.service.ts'
import { findDeletion } from '#server/modules/accounts/deletion.service.ts'
import { hasPassword } from '#server/modules/accounts/nameless-account.ts'
import { readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import { findLastDone } from '#server/modules/account-changes/account-changes.queries.ts'
import { restsUntil } from '#server/modules/account-changes/account-changes.rules.ts'
import { askAddress, askFactorReset } from '#server/modules/account-changes/account-changes.service.ts'
import { listPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import { countRecoveryCodes } from '#server/modules/second-factors/second-factors.queries.ts'
import { isTotpOn } from '#server/modules/second-factors/second-factors.service.ts'
import { listSessions } from '#server/modules/sessions/sessions.queries.ts'
import { consumeSmsIn } from '#server/modules/sms-budget/sms-budget.service.ts'
import { done, refuse, Refused, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { reachable, sendChangeCode, notifyOfChange } from '#server/workflows/accounts/messages/notify-of-change.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

const untold = sentence('change.cannotBeTold')
const another = sentence('change.anotherOpen')

/**
 * Schedules the removal of authenticator app, passkeys and recovery codes. During the waiting time, messages to all
 * email addresses and phone numbers of the owner and the account area say how to stop it. If no address can be reached,
 * a second operator must approve.
 */
export const askForFactorReset: Act<'people.reset-second-factor'> = async (
  tx,
  { user, reason },
  _operator,
  { config },
) => {
  const { id: userId, uid, language } = await requireOwn(tx, user)
  const authenticator = await isTotpOn(tx, userId)
  const passkeys = (await listPasskeys(tx, userId)).length
  if (!authenticator && passkeys === 0) return refuse('NotPossible', sentence('user.noFactors', { uid }))
  const addresses = await listAddresses(tx, userId)
  const told = reachable(config, addresses)
  if (told.length === 0 && !(await hasPassword(tx, userId)))
    return refuse('NotPossible', sentence('user.onlyPasskeys', { uid }))
  const asked = await askFactorReset(tx, { userId, tells: told.length > 0 })
  if (!asked) return refuse('NotPossible', another)
  const { id: changeId, dueAt } = asked
  await notifyOfChange(tx, config, { userId, language, changeId, kind: 'factor', dueAt }, addresses)
  const effects = {
    authenticator,
    recoveryCodes: (await countRecoveryCodes(tx, userId)).left,
    passkeys,
    signIns: (await listSessions(tx, userId)).length,
    notified: told.length,
  }
  const audited = { reason, change: changeId, ...effects }
  const takesTwo = told.length > 0 ? null : untold
  return done({ uid, ...effects, due: dueAt, change: changeId }, `user ${uid}`, audited, { takesTwo })
}

export const askForAddress: Act<'people.change-address'> = async (tx, input, _operator, { config }) => {
  const { id: userId, uid, language } = await requireOwn(tx, input.user)
  const { kind } = input
  const next = readIdentifier(kind, input.address)
  if (!next)
    return refuse(
      'InvalidInput',
      kind === 'email'
        ? sentence('field.wrong', { field: { field: 'address' }, must: sentence('must.email') })
        : sentence('address.badPhone'),
    )
  if (reachable(config, [{ kind, value: next.value }]).length === 0) return refuse('NotPossible', 'address.noCode')
  const owner = await findCredentials(tx, next)
  if (owner)
    return refuse(
      'NotPossible',
      owner.userId === userId ? sentence('address.isOwn') : sentence('address.isTaken', { uid: owner.uid }),
    )
  const addresses = await listAddresses(tx, userId)
  const before = addresses.find((each) => each.kind === kind)?.value ?? null
  const told = reachable(config, addresses)
  if (kind === 'phone' && !(await consumeSmsIn(tx, config.smsBudget, callingCodeOf(next.value), false)))
    return refuse('NotPossible', 'address.noMoreSms')
  const wish = { userId, tells: told.length > 0, kind, before, after: next.value }
  const asked = await askAddress(tx, createKeyedDigest(config.secretKey), wish)
  if (!asked) return refuse('NotPossible', another)
  const { id: changeId, dueAt, lapsesAt, code } = asked
  await notifyOfChange(tx, config, { userId, language, changeId, kind, dueAt }, addresses)
  await sendChangeCode(tx, config, { to: { kind, value: next.value }, code, lapsesAt, changeId, language })
  const output = {
    uid,
    kind,
    before,
    after: next.value,
    notified: told.length,
    due: dueAt,
    lapses: lapsesAt,
    change: changeId,
  }
  // Keeps email addresses and phone numbers out of the audit log, because they must be deleted with the account.
  return done(
    output,
    `user ${uid}`,
    { reason: input.reason, kind, change: changeId, notified: told.length },
    { takesTwo: told.length > 0 ? null : untold },
  )
}

async function requireOwn(tx: Transaction, named: string) {
  const user = await requireUser(tx, named)
  await lockAccount(tx, user.id)
  if (await findBlockTime(tx, user.id))
    throw new Refused('NotPossible', sentence('user.unblockFirst', { uid: user.uid }))
  if (await findDeletion(tx, user.id)) throw new Refused('NotPossible', sentence('user.asksErasure', { uid: user.uid }))
  const rest = restsUntil((await findLastDone(tx, user.id))?.at ?? null, tx.now)
  if (rest)
    throw new Refused(
      'NotPossible',
      sentence('change.tooSoon', { from: rest.toISOString().slice(0, 16).replace('T', ' ') }),
    )
  return user
}
