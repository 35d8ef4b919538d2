import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Language } from '#shared/language.ts'
import { lockAccount, lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { findPasskeyOwner } from '#server/modules/passkeys/passkeys.queries.ts'
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  removePasskey,
} from '#server/modules/passkeys/passkeys.service.ts'
import { noteSignals } from '#server/modules/risk/signals.queries.ts'
import { passkeySignal } from '#server/modules/risk/make-signals.ts'
import { forgetSteps } from '#server/modules/sign-in-steps/sign-in-steps.queries.ts'
import type { RelyingParty } from '#server/platform/webauthn.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'
import type { SignedIn } from './open-session.ts'
import { confirmIdentity, type Proof, type SecurityDeps } from '#server/workflows/accounts/checks/confirm-identity.ts'
import { completeSignInStep } from './complete-sign-in-step.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'
import { notifyByMail } from '#server/workflows/accounts/messages/notify-owner.ts'

export async function startPasskey(
  deps: SecurityDeps,
  site: RelyingParty,
  { userId, sessionId, proof }: SignedInCaller & { proof: Proof },
): Promise<Awaited<ReturnType<typeof beginRegistration>>> {
  await confirmIdentity(deps, { userId, sessionId }, proof)
  return deps.database.transaction(async (tx) => {
    const profile = await findProfile(tx, userId)
    const label = profile?.accountName ?? profile?.email ?? profile?.phone ?? String(profile?.uid)
    return beginRegistration(tx, site, { accountId: userId, label })
  })
}

type Owner = { readonly userId: string; readonly language: Language }

export async function savePasskey(
  deps: IdentityDeps,
  site: RelyingParty,
  { userId, language, ...passkey }: Owner & { name: string; response: RegistrationResponseJSON },
): Promise<string> {
  const id = await deps.database.transaction(async (tx) => {
    // Locking the account serializes this with a password reset, which removes passkeys and challenges; without the
    // lock the two could deadlock.
    await lockAccountShared(tx, userId)
    await notifyByMail(tx, deps, { userId, language }, 'passkey-added')
    const made = await finishRegistration(tx, site, { accountId: userId, ...passkey })
    const signal = passkeySignal(deps.digest, made.model, site.origin)
    if (signal) await noteSignals(tx, userId, [signal])
    return made.id
  })
  deps.nudgeJobs()
  return id
}

export async function dropPasskey(
  deps: IdentityDeps,
  { userId, sessionId, language, id, proof }: SignedInCaller & Owner & { id: string; proof: Proof },
): Promise<void> {
  await confirmIdentity(deps, { userId, sessionId }, proof)
  await deps.database.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await removePasskey(tx, userId, id)
    // Ends sign-ins with the removed passkey that still wait for a free device slot, so that they get no session.
    await forgetSteps(tx, userId)
    await notifyByMail(tx, deps, { userId, language }, 'passkey-removed')
  })
  deps.nudgeJobs()
}

export async function offerPasskeySignIn(
  deps: Pick<IdentityDeps, 'database' | 'digest'>,
  site: RelyingParty,
  caller: Caller,
): Promise<Awaited<ReturnType<typeof beginAuthentication>>> {
  await admitTry(deps, caller, { free: networkOfTry('passkey-network', caller) })
  return beginAuthentication(deps.database, site)
}

/** Signs in with a passkey. It combines possession with biometrics or a PIN, so no second factor is asked. */
export const signInWithPasskey = (
  deps: Pick<IdentityDeps, 'database' | 'digest'>,
  site: RelyingParty,
  response: AuthenticationResponseJSON,
  caller: Caller,
): Promise<SignedIn> =>
  completeSignInStep(deps, caller, 'passkey', async (tx) => {
    // Locks the account before its passkey, in the same order as a password reset, to prevent deadlocks.
    const owner = await findPasskeyOwner(tx, response.id)
    if (owner) await lockAccountShared(tx, owner.userId)
    return { userId: await finishAuthentication(tx, site, response), origin: { from: 'proof' } }
  })
