import type { AddressKind } from '#shared/account-rules.ts'
import { checkCode as checkCodeFormat } from '#shared/account-rules.ts'
import { AppError } from '#shared/errors.ts'
import {
  checkRegistration,
  findInviter,
  lockPassword,
  openAccount,
  prepareAccount,
  refuseTaken,
  rememberRegistration,
  type CheckedRegistration,
  type Registration,
} from '#server/modules/accounts/accounts.service.ts'
import { findRecentRegistration } from '#server/modules/accounts/accounts.queries.ts'
import { refuseBlocked } from '#server/modules/accounts/blocks.service.ts'
import { countTry, forgetTries } from '#server/modules/limits/limits.service.ts'
import { noteSignals } from '#server/modules/risk/signals.queries.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { verifyPassword } from '#server/platform/argon2.ts'
import type { Transaction } from '#server/platform/database.ts'
import { attributeReferral, type Campaign } from './attribute-referral.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import { openDeviceSession } from '#server/workflows/accounts/sign-in/open-session.ts'
import { hashingLane, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'
import { readAddress } from '#server/workflows/accounts/messages/send-code.ts'
import { checkCode } from '#server/workflows/accounts/messages/use-code.ts'

type Registered = { uid: number; token: string }
type Came = { readonly campaign?: Campaign | undefined }

/**
 * Creates an account and returns a register token, which the next user-info call exchanges for a full token. Throws
 * `InvalidInput` at the fields, `AccountNameTaken`, `TooManyRequests`.
 */
export async function registerAccount(
  deps: IdentityDeps,
  input: Omit<Registration, 'kind' | 'field'> & Came,
  caller: Caller,
): Promise<Registered> {
  const checked = await checkRegistration({ ...input, kind: 'account_name', field: 'accountName' })
  await admitTry(deps, caller, { free: networkOfTry('register-network', caller) })
  await findInviter(deps.database, checked.invite.inviteCode)
  return open(deps, checked, caller, input.campaign).catch(async (error: unknown) => {
    const repeated = isStatus(error, 'AccountNameTaken') ? await answerRepeat(deps, checked, caller) : null
    if (repeated) return repeated
    throw error
  })
}

type AddressRegistration = Omit<Registration, 'kind' | 'field'> & {
  readonly kind: AddressKind
  readonly code: string
  readonly ticket?: string | undefined
} & Came

/**
 * Creates an account with an email address or phone number that a code confirmed. Throws the errors of
 * `registerAccount`, `WrongCode` and `ChannelNotOffered`.
 */
export async function registerByAddress(
  deps: IdentityDeps,
  input: AddressRegistration,
  caller: Caller,
): Promise<Registered> {
  const checked = await checkRegistration({ ...input, field: 'identifier' }, { code: checkCodeFormat(input.code) })
  const address = readAddress(deps, input)
  await admitTry(deps, caller, { free: networkOfTry('register-network', caller) })
  await findInviter(deps.database, checked.invite.inviteCode)
  const target = { purpose: 'register', kind: input.kind, address: address.lookupKey } as const
  const { repeated, claim } = await checkCode(deps, target, input, caller)
  if (!repeated) return open(deps, checked, caller, input.campaign, claim)
  const answer = await answerRepeat(deps, checked, caller)
  if (!answer) throw new AppError('WrongCode', { code: 'CodeWrong' })
  return answer
}

async function open(
  deps: IdentityDeps,
  checked: CheckedRegistration,
  caller: Caller,
  campaign: Campaign | undefined,
  claim?: (tx: Transaction) => Promise<void>,
): Promise<Registered> {
  // Reject taken identifiers before the costly password hash.
  await refuseTaken(deps.database, checked.identifier)
  const account = await prepareAccount(checked, hashingLane(caller, checked.identifier.lookupKey))
  return deps.database.transaction(async (tx) => {
    await claim?.(tx)
    const person = await openAccount(tx, account)
    await attributeReferral(tx, deps, { userId: person.userId, invite: checked.invite, campaign }, caller)
    await rememberRegistration(tx, person.userId, originOf(deps, caller))
    await Promise.all([
      noteSignals(tx, person.userId, caller.signals?.() ?? []),
      recordSignIn(tx, { ...caller, userId: person.userId, method: checked.identifier.kind, result: 'signed_in' }),
    ])
    const session = await openDeviceSession(tx, person, caller, { kind: 'register', origin: { from: 'proof' } })
    if (!session) throw new AppError('DeviceLimitReached')
    return { uid: person.uid, token: session.token }
  })
}

/**
 * Handles a registration form that was submitted twice: returns the account created a minute ago if identifier,
 * password, device and network are the same. Guesses count as sign-in tries.
 */
async function answerRepeat(
  deps: IdentityDeps,
  checked: CheckedRegistration,
  caller: Caller,
): Promise<Registered | null> {
  const { database, digest } = deps
  const account = await findRecentRegistration(database, checked.identifier, originOf(deps, caller))
  if (!account) return null
  const subject = `${account.userId} ${caller.network}`
  await countTry(database, digest, 'password-account', subject)
  const lane = hashingLane(caller, checked.identifier.lookupKey)
  if (!(await verifyPassword(account.passwordHash, checked.password, lane))) return null
  await forgetTries(database, digest, 'password-account', subject)
  const { platform, deviceId, agent } = caller
  return database.transaction(async (tx) => {
    // A password change ends all sessions, so no session may start with the old password after it.
    if (!(await lockPassword(tx, account))) return null
    await refuseBlocked(tx, account.userId)
    const session = { userId: account.userId, platform, deviceId, agent, kind: 'register' } as const
    const token = await startSession(tx, { ...session, origin: { from: 'proof' } })
    return { uid: account.uid, token }
  })
}

const originOf = ({ digest }: IdentityDeps, { platform, deviceId, network }: Caller): Buffer =>
  digest('registration origin', JSON.stringify([platform, deviceId, network]))

const isStatus = (error: unknown, status: string): boolean => error instanceof AppError && error.status === status
