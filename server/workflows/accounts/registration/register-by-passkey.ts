import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { checkDeviceName } from '#shared/device-codes.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findInviter, refuseTaken } from '#server/modules/accounts/accounts.service.ts'
import { checkIdentifier, readIdentifier, type Identifier } from '#server/modules/accounts/identifiers.rules.ts'
import { openPasskeyAccount, prepareNamelessAccount } from '#server/modules/accounts/nameless-account.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import { beginNewcomer, finishNewcomer, keepPasskey } from '#server/modules/passkeys/passkeys.service.ts'
import { noteSignals } from '#server/modules/risk/signals.queries.ts'
import { passkeySignal } from '#server/modules/risk/make-signals.ts'
import type { RelyingParty } from '#server/platform/webauthn.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'
import { openDeviceSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { attributeReferral, type Campaign } from './attribute-referral.ts'

type Deps = Pick<IdentityDeps, 'database' | 'digest'>

function readName(accountName: string): Identifier {
  const name = readIdentifier('account_name', accountName)
  if (!name) throw new AppError('InvalidInput', { accountName: 'Invalid' })
  return name
}

export async function startPasskeyAccount(
  deps: Deps,
  site: RelyingParty,
  accountName: string,
  caller: Caller,
): Promise<Awaited<ReturnType<typeof beginNewcomer>>> {
  refuseFields({ accountName: checkIdentifier('account_name', accountName) })
  const name = readName(accountName)
  await admitTry(deps, caller, { free: networkOfTry('register-network', caller) })
  await refuseTaken(deps.database, name)
  return beginNewcomer(deps.database, site, name.value)
}

type Registration = {
  readonly accountName: string
  readonly inviteCode: string
  readonly campaign: Campaign | undefined
  readonly agreed: boolean
  readonly passkeyName: string
  readonly response: RegistrationResponseJSON
  readonly language: Language
}

/**
 * Creates an account with a passkey but no password. Throws `InvalidInput` at the fields, `AccountNameTaken`,
 * `PasskeyRefused`, `TooManyRequests`, `DeviceLimitReached`.
 */
export async function registerByPasskey(
  deps: Deps,
  site: RelyingParty,
  { accountName, inviteCode, campaign, agreed, passkeyName, response, language }: Registration,
  caller: Caller,
): Promise<{ uid: number; token: string }> {
  refuseFields({
    accountName: checkIdentifier('account_name', accountName),
    agreed: agreed ? null : 'AgreementRequired',
    passkeyName: checkDeviceName(passkeyName),
  })
  const name = readName(accountName)
  await admitTry(deps, caller, { free: networkOfTry('register-network', caller) })
  const account = await prepareNamelessAccount(inviteCode, language)
  await findInviter(deps.database, account.invite.inviteCode)
  return deps.database.transaction(async (tx) => {
    const { userId, passkey } = await finishNewcomer(tx, site, response)
    const person = await openPasskeyAccount(tx, userId, name, account)
    await keepPasskey(tx, { ...passkey, accountId: userId, name: passkeyName })
    await attributeReferral(tx, deps, { userId, invite: account.invite, campaign }, caller)
    const model = passkeySignal(deps.digest, passkey.model, site.origin)
    await Promise.all([
      noteSignals(tx, userId, [...(caller.signals?.() ?? []), ...(model ? [model] : [])]),
      recordSignIn(tx, { ...caller, userId, method: 'passkey', result: 'signed_in' }),
    ])
    const session = await openDeviceSession(tx, person, caller, { kind: 'register', origin: { from: 'proof' } })
    if (!session) throw new AppError('DeviceLimitReached')
    return { uid: person.uid, token: session.token }
  })
}
