import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { lockAccount } from '#server/modules/accounts/accounts.service.ts'
import { findChange } from '#server/modules/account-changes/account-changes.queries.ts'
import { confirmChange, isCodeOf, readChangeToken } from '#server/modules/account-changes/account-changes.service.ts'
import { maxCodeTries } from '#server/modules/account-changes/account-changes.rules.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import { endWaiting, finishChange } from './finish-changes.ts'

type Deps = Pick<IdentityDeps, 'database' | 'keyring' | 'digest' | 'reaches'>

export async function stopChange(
  { database, keyring }: Pick<Deps, 'database' | 'keyring'>,
  token: string,
): Promise<boolean> {
  const id = readChangeToken(keyring, 'stop', token)
  return id !== null && (await database.transaction((tx) => stop(tx, id)))
}

/**
 * Stops an account change. Locks the account first, as the completion of a change does, so that stop and completion
 * cannot overlap.
 */
async function stop(tx: Transaction, id: string): Promise<boolean> {
  const change = await findChange(tx, id)
  if (!change) return false
  await lockAccount(tx, change.userId)
  return endWaiting(tx, change, 'stopped')
}

export const stopChangeOf: Act<'people.stop-change'> = async (tx, { change: id, reason }) => {
  const change = await findChange(tx, id)
  if (!change || !(await stop(tx, id))) return refuse('NotPossible', 'change.notOpen')
  const [user] = await listUids(tx, [change.userId])
  return done({ uid: user?.uid ?? 0, kind: change.kind }, `user ${user?.uid}`, {
    reason,
    change: id,
    kind: change.kind,
  })
}

/**
 * State of the change that a link confirms, for somebody who opens the link: `open` if the link still takes a code.
 * Changes nothing, because mail scanners open links.
 */
export async function checkConfirmLink(
  { database, keyring }: Pick<Deps, 'database' | 'keyring'>,
  token: string,
): Promise<'open' | 'confirmed' | 'over'> {
  const id = readChangeToken(keyring, 'confirm', token)
  const change = id === null ? undefined : await findChange(database, id)
  if (!change || change.state !== 'waiting') return 'over'
  if (change.confirmedAt) return 'confirmed'
  return change.tries < maxCodeTries ? 'open' : 'over'
}

type Confirmation = 'confirmed' | 'wrong' | 'over'

/**
 * Confirms a new email address or phone number by its code. The change takes effect after its waiting time, which may
 * already be over.
 */
export async function confirmAddress(deps: Deps, token: string, code: string): Promise<Confirmation> {
  const { database, keyring, digest } = deps
  const id = readChangeToken(keyring, 'confirm', token)
  const change = id === null ? undefined : await findChange(database, id)
  if (!change || change.state !== 'waiting') return 'over'
  // The form that confirms an email address or phone number may be submitted twice.
  if (change.confirmedAt) return 'confirmed'
  if (!(await isCodeOf(database, digest, change.id, code))) return change.tries + 1 < maxCodeTries ? 'wrong' : 'over'
  await database.transaction(async (tx) => {
    await lockAccount(tx, change.userId)
    await confirmChange(tx, change.id)
  })
  const state = await finishChange(deps, change.id)
  return state === 'waiting' || state === 'done' ? 'confirmed' : 'over'
}
