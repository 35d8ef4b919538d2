import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { checkPasswordChoice, refuseTaken } from '#server/modules/accounts/accounts.service.ts'
import { listIdentifiers } from '#server/modules/accounts/accounts.queries.ts'
import { checkIdentifier, readIdentifier } from '#server/modules/accounts/identifiers.rules.ts'
import {
  hasPassword,
  nameAccount,
  openNamelessAccount,
  prepareNamelessAccount,
} from '#server/modules/accounts/nameless-account.ts'
import {
  checkDeviceSecret,
  forgetDeviceSecret,
  issueDeviceSecret,
} from '#server/modules/device-accounts/device-accounts.service.ts'
import { countTry } from '#server/modules/limits/limits.service.ts'
import { noteSignals } from '#server/modules/risk/signals.queries.ts'
import type { SignedInCaller } from '#server/workflows/accounts/checks/check-password.ts'
import { confirmNameless } from '#server/workflows/accounts/checks/confirm-identity.ts'
import { hashPassword } from '#server/platform/argon2.ts'
import { attributeReferral, type Campaign } from './attribute-referral.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import { openDeviceSession, type SignedIn } from '#server/workflows/accounts/sign-in/open-session.ts'
import type { Caller, IdentityDeps } from '#server/deps/identity-deps.ts'
import { completeSignInStep } from '#server/workflows/accounts/sign-in/complete-sign-in-step.ts'

type Deps = Pick<IdentityDeps, 'database' | 'digest'>
type Registration = {
  readonly inviteCode: string
  readonly campaign?: Campaign | undefined
  readonly agreed: boolean
  readonly language: Language
}

/**
 * Creates an account without name and password for a new user of a native app. The returned device secret signs in
 * until the account gets a name and a password.
 */
export async function registerByDevice(
  deps: Deps,
  { inviteCode, campaign, agreed, language }: Registration,
  caller: Caller,
): Promise<{ uid: number; token: string; deviceSecret: string }> {
  refuseFields({ agreed: agreed ? null : 'AgreementRequired' })
  if (caller.platform === 'web') throw new AppError('DeviceIdInvalid')
  const { database, digest } = deps
  await admitTry(deps, caller, { free: networkOfTry('register-network', caller) })
  const account = await prepareNamelessAccount(inviteCode, language)
  return database.transaction(async (tx) => {
    const person = await openNamelessAccount(tx, account)
    const arrival = { userId: person.userId, invite: account.invite, campaign }
    await attributeReferral(tx, { digest }, arrival, caller)
    const session = await openDeviceSession(tx, person, caller, { kind: 'register', origin: { from: 'proof' } })
    if (!session) throw new AppError('DeviceLimitReached')
    const [deviceSecret] = await Promise.all([
      issueDeviceSecret(tx, person.userId, caller.deviceId),
      noteSignals(tx, person.userId, caller.signals?.() ?? []),
    ])
    return { uid: person.uid, token: session.token, deviceSecret }
  })
}

export async function signInByDevice(deps: Deps, secret: string, caller: Caller): Promise<SignedIn> {
  const attempt = await admitTry(deps, caller, { free: networkOfTry('login-code-network', caller) })
  const signedIn = await completeSignInStep(deps, caller, 'device', async (tx) => ({
    userId: await checkDeviceSecret(tx, secret),
    origin: { from: 'device_secret' },
  }))
  await attempt.forgive()
  return signedIn
}

/**
 * Gives an account from a native app its first name and password. Requires its device secret or a recent sign-in,
 * because a stolen session could otherwise take the account over for good. Sessions continue; the device secret stops
 * working.
 */
export async function nameDeviceAccount(
  { database, digest }: Deps,
  who: SignedInCaller,
  { accountName, password, deviceSecret }: { accountName: string; password: string; deviceSecret?: string },
): Promise<void> {
  refuseFields({
    accountName: checkIdentifier('account_name', accountName),
    password: await checkPasswordChoice(password, [accountName]),
  })
  const { userId } = who
  const name = readIdentifier('account_name', accountName)
  if (!name) throw new AppError('InvalidInput', { accountName: 'Invalid' })
  // Makes all checks before the costly hash, and each try counts. Accounts with a passkey already have a name; they get
  // a password through user_make_app_password.
  const refuseNamed = async () => {
    if ((await hasPassword(database, userId)) || (await listIdentifiers(database, userId)).length > 0)
      throw new AppError('AccountHasPassword')
  }
  await refuseNamed()
  // Looks whether an identical request has just succeeded: the account then has its name, and the device secret is
  // invalid for that reason.
  const unlessNamed = async (error: unknown) => {
    await refuseNamed()
    throw error
  }
  await confirmNameless(database, { ...who, deviceSecret }, 'DeviceSecretRequired').catch(unlessNamed)
  await countTry(database, digest, 'rename-account', userId)
  await refuseTaken(database, name).catch(unlessNamed)
  const passwordHash = await hashPassword(password, `account ${userId}`)
  await database.transaction(async (tx) => {
    await nameAccount(tx, userId, { name, passwordHash })
    await forgetDeviceSecret(tx, userId)
  })
}
