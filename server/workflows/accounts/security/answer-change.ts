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

/** Stops the change in whose message this token stood, once. False for one that waits no more. */
export async function stopChange(
  { database, keyring }: Pick<Deps, 'database' | 'keyring'>,
  token: string,
): Promise<boolean> {
  const id = readChangeToken(keyring, 'stop', token)
  return id !== null && (await database.transaction((tx) => stop(tx, id)))
}

/** The account first, as when the change is made: one of the two finds the other done. */
async function stop(tx: Transaction, id: string): Promise<boolean> {
  const change = await findChange(tx, id)
  if (!change) return false
  await lockAccount(tx, change.userId)
  return endWaiting(tx, change, 'stopped')
}

/** An operator stops it, at the person’s word. */
export const stopChangeOf: Act<'people.stop-change'> = async (tx, { change: id, reason }) => {
  const change = await findChange(tx, id)
  if (!change || !(await stop(tx, id)))
    return refuse('NotPossible', 'This change waits no more: "people show" says what became of it.')
  const [user] = await listUids(tx, [change.userId])
  return done({ uid: user?.uid ?? 0, kind: change.kind }, `user ${user?.uid}`, {
    reason,
    change: id,
    kind: change.kind,
  })
}

export type Confirmation = 'confirmed' | 'wrong' | 'over'

/** The new address has its code: the change is made once its wait is over, which may be now. */
export async function confirmAddress(deps: Deps, token: string, code: string): Promise<Confirmation> {
  const { database, keyring, digest } = deps
  const id = readChangeToken(keyring, 'confirm', token)
  const change = id === null ? undefined : await findChange(database, id)
  if (!change || change.state !== 'waiting') return 'over'
  // The same form may come twice.
  if (change.confirmedAt) return 'confirmed'
  if (!(await isCodeOf(database, digest, change.id, code))) return change.tries + 1 < maxCodeTries ? 'wrong' : 'over'
  await database.transaction(async (tx) => {
    await lockAccount(tx, change.userId)
    await confirmChange(tx, change.id)
  })
  const state = await finishChange(deps, change.id)
  return state === 'waiting' || state === 'done' ? 'confirmed' : 'over'
}
