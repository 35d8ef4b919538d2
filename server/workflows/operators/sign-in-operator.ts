import { recordAction } from '#server/modules/audit/audit.service.ts'
import { countTries, countTry, returnSlots, uncountTry } from '#server/modules/limits/limits.service.ts'
import { networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import type { Slot } from '#server/modules/limits/limits.rules.ts'
import { findSecretFault, operatorNameKey } from '#server/modules/operators/operators.rules.ts'
import {
  chooseSecret,
  isSecretOf,
  openOperatorSession,
  refreshFactor,
  touchOperatorSession,
  type OperatorProof,
} from '#server/modules/operators/operators.service.ts'
import type { OperatorSession } from '#server/modules/operators/sessions.repo.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { Operator } from '#server/platform/operator.ts'
import { tellOwners } from './tell-operators.ts'

export type OperatorDeps = { readonly database: Database; readonly keyring: Keyring; readonly digest: KeyedDigest }

type Opened = { token: string; operator: Operator }

/**
 * Signs an operator in by name, secret and code; null where one of the three is wrong. Wrong tries are counted by name,
 * whether or not anyone has it: throws `TooManyRequests` beyond the limit. For who can reach the database and its keys.
 */
export const signInOperator = (deps: OperatorDeps, proof: OperatorProof): Promise<Opened | null> =>
  signInCounted(deps, proof, [{ rule: 'operator-sign-in', subject: operatorNameKey(proof.name) }], 'operators')

/**
 * The same for a browser, which may be anyone's. Wrong tries are counted by network, and by name besides: what a stranger can use
 * up there is a limit of browsers alone, so that commands stay open.
 */
export const signInFromBrowser = (
  deps: OperatorDeps,
  { caller, ...proof }: OperatorProof & { readonly caller: CallerNetwork },
): Promise<Opened | null> =>
  signInCounted(
    deps,
    proof,
    [...networkOfTry('console-network', caller), { rule: 'console-name', subject: operatorNameKey(proof.name) }],
    `console ${caller.network}`,
  )

async function signInCounted(
  { database, keyring, digest }: OperatorDeps,
  proof: OperatorProof,
  counted: readonly Slot[],
  lane: string,
): Promise<Opened | null> {
  await countTries(database, digest, counted)
  const uncount = () => returnSlots(database, digest, counted)
  // One that could not be looked at was no try.
  const opened = await openOperatorSession(database, keyring, proof, lane).catch(async (error: unknown) => {
    await uncount()
    throw error
  })
  if (!opened) return null
  await uncount()
  const { operator } = opened
  await database.transaction((tx) =>
    recordAction(tx, { operator, action: 'operators.sign-in', subject: `operator ${operator.name}`, details: {} }),
  )
  return opened
}

/** Takes a fresh code for a session that is open; false for a wrong or used one. Counted as signing in is. */
export async function giveFactor(
  { database, keyring, digest }: OperatorDeps,
  { token, operatorId, code }: { token: string; operatorId: string; code: string },
): Promise<boolean> {
  await countTry(database, digest, 'operator-factor', operatorId)
  const right = await refreshFactor(database, keyring, { token, operatorId, code })
  if (right) await uncountTry(database, digest, 'operator-factor', operatorId)
  return right
}

/** A secret of the operator's own, in place of the one that was made for them or that they had. Null, or why it cannot be. */
export async function changeOwnSecret(
  { database, config }: { readonly database: Database; readonly config: Config },
  token: string,
  secret: string,
): Promise<string | null> {
  const session = await touchOperatorSession(database, token)
  if (!session) return 'This sign-in is over.'
  const fault = findSecretFault(secret, session.name)
  if (fault) return fault
  if (await isSecretOf(database, session.operatorId, secret)) return 'This is the secret that you have already.'
  const secretHash = await hashPassword(secret, 'operators')
  const operator = operatorOf(session)
  await database.transaction(async (tx) => {
    await chooseSecret(tx, { operatorId: operator.id, token, secretHash })
    const subject = `operator ${operator.name}`
    await recordAction(tx, { operator, action: 'operators.change-secret', subject, details: {} })
    // Who was invited has to choose one; who had one may have lost it to someone.
    if (!session.invited) await tellOwners(tx, config, operator.id, { kind: 'secret', name: operator.name })
  })
  return null
}

export const operatorOf = ({ operatorId: id, name }: OperatorSession): Operator => ({ id, name })
