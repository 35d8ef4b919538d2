import { recordAction } from '#server/modules/audit/audit.service.ts'
import { admitTry, networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { findSecretFault } from '#server/modules/operators/operators.rules.ts'
import {
  acceptInvitation,
  findInvited,
  makeFactor,
  openOffer,
  sealOffer,
  type Chosen,
  type Factor,
} from '#server/modules/operators/operators.service.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import type { Config } from '#server/platform/config.ts'
import type { Operator } from '#server/platform/act.ts'
import { matchTotp } from '#server/platform/totp.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import type { OperatorDeps } from './sign-in-operator.ts'
import { notifyOwners } from './notify-operators.ts'
import type { Sentence } from '#shared/sentence.ts'

/**
 * Invitation that was opened. `sealed`: the new authenticator secret, encrypted. The client sends it back with its
 * answer, because the server stores a second factor only after its first code.
 */
type OpenedInvitation = Factor & { readonly name: string; readonly role: OperatorRole; readonly sealed: string }

/** Returns null for every invalid invitation: unknown, used, replaced, expired, or of a disabled account. */
export async function openInvitation(
  { database, keyring, config }: Pick<OperatorDeps, 'database' | 'keyring'> & { readonly config: Config },
  token: string,
): Promise<OpenedInvitation | null> {
  const invited = await findInvited(database, token)
  if (!invited) return null
  const { id, name, role } = invited
  const factor = makeFactor(invited, config.consoleOrigin)
  return { name, role, ...factor, sealed: sealOffer(keyring, id, token, factor.totpSecret) }
}

type Answer = { readonly token: string; readonly sealed: string; readonly secret: string; readonly code: string }
export type Unfit = { readonly fault: 'code' } | { readonly fault: 'secret'; readonly sentence: Sentence }
export type Unaccepted = Unfit | { readonly fault: 'over' }
export type Accepted = { readonly fault: null; readonly token: string; readonly operator: Operator }

export async function answerInvitation(
  { database, keyring, config }: OperatorDeps & { readonly config: Config },
  { token, sealed, secret, code }: Answer,
  lane: string,
): Promise<Accepted | Unaccepted> {
  const invited = await findInvited(database, token)
  const totpSecret = invited ? openOffer(keyring, invited.id, token, sealed) : null
  if (!invited || totpSecret === null) return { fault: 'over' }
  const { id, name } = invited
  const chosen = await readChosen({ name, totpSecret, secret, code }, lane)
  if (chosen.fault !== null) return chosen
  const session = await database.transaction(async (tx) => {
    const opened = await acceptInvitation(tx, keyring, { id, token }, chosen)
    if (opened === null) return null
    const operator = { id, name }
    await recordAction(tx, { operator, action: 'operators.accept', subject: `operator ${name}`, details: {} })
    await notifyOwners(tx, config, id, { kind: 'accepted', name })
    return opened
  })
  return session === null ? { fault: 'over' } : { fault: null, token: session, operator: { id, name } }
}

type Typed = { readonly name: string; readonly totpSecret: string; readonly secret: string; readonly code: string }
/**
 * Checks a new password and the first code of a new second factor. Hashing is slow, so call it outside transactions.
 */
export async function readChosen(
  { name, totpSecret, secret, code }: Typed,
  lane: string,
): Promise<(Chosen & { readonly fault: null }) | Unfit> {
  const sentence = findSecretFault(secret, name)
  if (sentence !== null) return { fault: 'secret', sentence }
  const step = matchTotp(totpSecret, code, new Date())
  if (step === null) return { fault: 'code' }
  return { fault: null, secretHash: await hashPassword(secret, lane), totpSecret, step }
}

/**
 * Rate limit for opening invitations from one network. Beyond the limit a try costs a proof of work; successful tries
 * do not count.
 */
export const admitInvited = (deps: OperatorDeps, caller: CallerNetwork) =>
  admitTry(deps, caller, { free: networkOfTry('console-network', caller) })
