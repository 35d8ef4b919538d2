import { AppError } from '#shared/errors.ts'
import { bindIdentifier, listAddresses, lockAccount, refuseTaken } from '#server/modules/accounts/accounts.service.ts'
import { findBlockTime } from '#server/modules/accounts/blocks.service.ts'
import { findDeletion } from '#server/modules/accounts/deletion.service.ts'
import { findChange, listOverdue, type AccountChange } from '#server/modules/account-changes/account-changes.queries.ts'
import { judgeChange, type ChangeState } from '#server/modules/account-changes/account-changes.rules.ts'
import { endChange } from '#server/modules/account-changes/account-changes.service.ts'
import { findLanguage } from '#server/modules/accounts/accounts.queries.ts'
import { forgetNoticesOf } from '#server/modules/outbox/outbox.queries.ts'
import { findPasskeyUse, forgetPasskeys } from '#server/modules/passkeys/passkeys.queries.ts'
import { findFactorUse } from '#server/modules/second-factors/second-factors.queries.ts'
import { forgetFactors } from '#server/modules/second-factors/second-factors.service.ts'
import { endSessionsOf } from '#server/modules/sessions/sessions.service.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import type { IdentityDeps } from '#server/deps/identity-deps.ts'
import type { Transaction } from '#server/platform/database.ts'
import { notifyAddresses, notifyOwner } from '#server/workflows/accounts/messages/notify-owner.ts'
import { forgetResetCodes } from '#server/workflows/accounts/messages/use-code.ts'

type Deps = Pick<IdentityDeps, 'database' | 'keyring' | 'digest' | 'reaches'>

const batch = 100

/** Completes all due account changes, each in its own transaction, so that a failing one does not block the others. */
export async function finishChanges(deps: Deps): Promise<void> {
  const seen: string[] = []
  const errors: unknown[] = []
  for (let taken = batch; taken === batch;) {
    const due = await listOverdue(deps.database, seen, batch)
    for (const { id } of due) {
      seen.push(id)
      await finishChange(deps, id).catch((error: unknown) => errors.push(error))
    }
    taken = due.length
  }
  // Fails the job if an account change failed, so that operators are alerted.
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} changes of accounts could not be made`)
}

/**
 * Locks the account first, as all changes of sign-in methods do, so that a concurrent stop, erasure or block happens
 * entirely before or after this change.
 */
export async function finishChange(deps: Deps, id: string): Promise<ChangeState | null> {
  try {
    return await deps.database.transaction((tx) => settle(tx, deps, id))
  } catch (error) {
    if (!(error instanceof AppError && error.status === 'IdentifierTaken')) throw error
    // Somebody else took the new email address or phone number meanwhile, so the first transaction rolled back.
    return deps.database.transaction(async (tx): Promise<ChangeState> => {
      const change = await findChange(tx, id)
      if (change) await endWaiting(tx, change, 'failed')
      return 'failed'
    })
  }
}

export async function endWaiting(
  tx: Transaction,
  { id, userId }: Pick<AccountChange, 'id' | 'userId'>,
  state: ChangeState,
): Promise<boolean> {
  if (!(await endChange(tx, id, state))) return false
  await forgetNoticesOf(tx, userId, 'change-asked')
  return true
}

async function settle(tx: Transaction, deps: Deps, id: string): Promise<ChangeState | null> {
  const named = await findChange(tx, id)
  if (!named) return null
  await lockAccount(tx, named.userId)
  const change = await findChange(tx, id)
  if (change?.state !== 'waiting') return change?.state ?? null
  const isBlocked = (await findBlockTime(tx, change.userId)) !== null
  const isLeaving = (await findDeletion(tx, change.userId)) !== undefined
  const state = judgeChange(change, tx.now, { isBlocked, isOvertaken: await isOvertaken(tx, change), isLeaving })
  if (state === 'waiting' || !(await endWaiting(tx, change, state)) || state !== 'done') return state
  if (change.kind === 'factor') await dropFactors(tx, deps, change.userId)
  else await moveAddress(tx, deps, change)
  return state
}

async function isOvertaken(tx: Transaction, { userId, kind, before, askedAt }: AccountChange): Promise<boolean> {
  if (kind === 'factor') {
    const used = [await findFactorUse(tx, userId), await findPasskeyUse(tx, userId)]
    return used.some((use) => use?.at && use.at > askedAt)
  }
  const now = (await listAddresses(tx, userId)).find((each) => each.kind === kind)?.value ?? null
  return now !== before
}

async function dropFactors(tx: Transaction, deps: Deps, userId: string): Promise<void> {
  await forgetFactors(tx, userId)
  await forgetPasskeys(tx, userId)
  await forgetSteps(tx, userId)
  await endSessionsOf(tx, userId)
  await notifyOwner(tx, deps, { userId, language: await findLanguage(tx, userId) }, 'factors-removed')
}

async function moveAddress(tx: Transaction, deps: Deps, { userId, kind, after }: AccountChange): Promise<void> {
  if (kind === 'factor' || after === null) throw new Error('a change of an address without the address')
  const next = { kind, value: after, lookupKey: after }
  await refuseTaken(tx, next)
  const before = await listAddresses(tx, userId)
  // Codes for a password reset that were sent to the previous email addresses and phone numbers must stop working.
  await forgetResetCodes(tx, deps, userId)
  await bindIdentifier(tx, userId, next)
  await notifyAddresses(tx, deps, { userId, language: await findLanguage(tx, userId) }, `${kind}-changed`, before)
}
