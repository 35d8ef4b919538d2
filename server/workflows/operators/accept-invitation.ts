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
import { notifyOwners } from './tell-operators.ts'
import type { Sentence } from '#shared/sentence.ts'

/** `sealed`: encrypted factor, returned with the answer, because the server does not store a factor before it is proved. */
export type OpenedInvitation = Factor & { readonly name: string; readonly role: OperatorRole; readonly sealed: string }

/**
 * Reads an invitation and makes a new key for the authenticator app. Null without distinction if it is unknown, used, replaced,
 * expired or of a disabled account.
 */
export async function openInvitation(
  { database, keyring }: Pick<OperatorDeps, 'database' | 'keyring'>,
  token: string,
): Promise<OpenedInvitation | null> {
  const invited = await findInvited(database, token)
  if (!invited) return null
  const { id, name, role } = invited
  const factor = makeFactor(invited)
  return { name, role, ...factor, sealed: sealOffer(keyring, id, token, factor.totpSecret) }
}

type Answer = { readonly token: string; readonly sealed: string; readonly secret: string; readonly code: string }
/** `sentence`: reason why the secret is not allowed. */
export type Unfit = { readonly fault: 'code' } | { readonly fault: 'secret'; readonly sentence: Sentence }
/** `over`: invalid invitation, see `openInvitation`. */
export type Unaccepted = Unfit | { readonly fault: 'over' }
export type Accepted = { readonly fault: null; readonly token: string; readonly operator: Operator }

/** Sets secret and factor of an invited operator, and signs them in. `lane`: queue in which the secret is hashed. */
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
/** Checks a new secret and the first code of a new factor. Slow on success: call it outside transactions. */
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

/** Counts a browser's try by its network, so that guessing links costs work. Successful tries are not counted. */
export const admitInvited = (deps: OperatorDeps, caller: CallerNetwork) =>
  admitTry(deps, caller, { free: networkOfTry('console-network', caller) })
