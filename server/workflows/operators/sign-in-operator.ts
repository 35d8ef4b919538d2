import { recordAction } from '#server/modules/audit/audit.service.ts'
import { countTry, uncountTry } from '#server/modules/limits/limits.service.ts'
import { admitKnownDevice, admitTry, networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { findKnownBrowser } from '#server/modules/limits/device-mark.ts'
import { findSecretFault, operatorNameKey } from '#server/modules/operators/operators.rules.ts'
import {
  chooseSecret,
  findOperatorId,
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
import type { Operator } from '#server/platform/act.ts'
import { notifyOwners } from './notify-operators.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export type OperatorDeps = { readonly database: Database; readonly keyring: Keyring; readonly digest: KeyedDigest }

export type Opened = { token: string; operator: Operator }

/**
 * Signs an operator in. Returns null if name, password or code is wrong. Tries count by name, whether it is known or
 * not. Only for callers with access to the database and its keys.
 */
export async function signInOperator(deps: OperatorDeps, proof: OperatorProof): Promise<Opened | null> {
  const subject = operatorNameKey(proof.name)
  await countTry(deps.database, deps.digest, 'operator-sign-in', subject)
  return signInCounted(deps, proof, {
    lane: 'operators',
    forgive: () => uncountTry(deps.database, deps.digest, 'operator-sign-in', subject),
  })
}

export type OperatorCaller = CallerNetwork & { readonly cookies?: string | undefined }

/** Placeholder id: unknown names run the same queries, so that response times reveal nothing. */
const nobody = '00000000-0000-0000-0000-000000000000'

export const markOwnerOf = (operatorId: string) => `operator ${operatorId}` as const

/**
 * Signs an operator in from a browser. Tries count by browser if the operator signed in there before, otherwise by
 * network and name. Beyond the limits a try costs a proof of work, so that strangers or other users of a VPN exit
 * cannot lock the operator out; only tries from unknown browsers have an absolute maximum.
 */
export async function signInFromBrowser(
  deps: OperatorDeps,
  { caller, ...proof }: OperatorProof & { readonly caller: OperatorCaller },
): Promise<Opened | null> {
  const { database, digest } = deps
  const name = operatorNameKey(proof.name)
  const operatorId = (await findOperatorId(database, name)) ?? nobody
  const browser = findKnownBrowser(digest, caller.cookies, markOwnerOf(operatorId))
  const device = browser && `${operatorId} ${browser}`
  const known = { own: 'console-known', all: 'console-known-all', account: name } as const
  const asker = { rule: 'console-asker', subject: `${name} ${caller.network}` } as const
  const admitted = await admitKnownDevice(deps, device, known)
  const attempt =
    admitted ??
    (await admitTry(deps, caller, {
      free: [asker, { rule: 'console-strangers', subject: name }, ...networkOfTry('console-network', caller)],
      bound: [{ rule: 'console-bound', subject: name }],
    }))
  return signInCounted(deps, proof, {
    lane: caller.isExit ? `console ${caller.network} ${name}` : `console ${caller.network}`,
    forgive: () => attempt.forgive(admitted !== null || attempt.worked ? [] : [asker]),
  })
}

async function signInCounted(
  { database, keyring }: OperatorDeps,
  proof: OperatorProof,
  { lane, forgive }: { readonly lane: string; readonly forgive: () => Promise<void> },
): Promise<Opened | null> {
  const opened = await openOperatorSession(database, keyring, proof, lane).catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  if (!opened) return null
  await forgive()
  const { operator } = opened
  await database.transaction((tx) =>
    recordAction(tx, { operator, action: 'operators.sign-in', subject: `operator ${operator.name}`, details: {} }),
  )
  return opened
}

export async function giveFactor(
  { database, keyring, digest }: OperatorDeps,
  { token, operatorId, code }: { token: string; operatorId: string; code: string },
): Promise<boolean> {
  await countTry(database, digest, 'operator-factor', operatorId)
  const right = await refreshFactor(database, keyring, { token, operatorId, code })
  if (right) await uncountTry(database, digest, 'operator-factor', operatorId)
  return right
}

export async function changeOwnSecret(
  { database, config }: { readonly database: Database; readonly config: Config },
  token: string,
  secret: string,
): Promise<Sentence | null> {
  const session = await touchOperatorSession(database, token)
  if (!session) return sentence('operator.signInOver')
  const fault = findSecretFault(secret, session.name)
  if (fault) return fault
  if (await isSecretOf(database, session.operatorId, secret)) return sentence('operator.sameSecret')
  const secretHash = await hashPassword(secret, 'operators')
  const operator = operatorOf(session)
  await database.transaction(async (tx) => {
    await chooseSecret(tx, { operatorId: operator.id, token, secretHash })
    const subject = `operator ${operator.name}`
    await recordAction(tx, { operator, action: 'operators.change-secret', subject, details: {} })
    await notifyOwners(tx, config, operator.id, { kind: 'secret', name: operator.name })
  })
  return null
}

export const operatorOf = ({ operatorId: id, name }: OperatorSession): Operator => ({ id, name })
