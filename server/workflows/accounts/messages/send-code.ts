import type { AddressKind } from '#shared/account-rules.ts'
import { AppError, refuseFields } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findCredentials } from '#server/modules/accounts/accounts.service.ts'
import { checkIdentifier, readIdentifier, type Identifier } from '#server/modules/accounts/identifiers.rules.ts'
import { canReceiveSms } from '#server/modules/accounts/phone-type.ts'
import {
  issueCode,
  issueNoCode,
  type CodeTarget,
} from '#server/modules/verification-codes/verification-codes.service.ts'
import { returnSlots, consumeSlots, consumeTry } from '#server/modules/limits/limits.service.ts'
import type { Slot } from '#server/modules/limits/limits.rules.ts'
import { queueMessage } from '#server/modules/outbox/outbox.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { admitTry, networkOfTry } from '#server/modules/limits/admit-try.ts'
import { findKnownDevice } from '#server/workflows/accounts/checks/find-known-device.ts'
import { codeAsker, type Caller, type IdentityDeps } from '#server/deps/identity-deps.ts'
import { spendSms } from './spend-sms.ts'

type CodeRequest = {
  readonly kind: AddressKind
  readonly identifier: string
  readonly language: Language
} & ({ readonly purpose: 'register' | 'reset' } | { readonly purpose: 'bind'; readonly userId: string })

/**
 * Sends a verification code. Neither the response nor its duration reveals whether an account exists: if the email
 * address or phone number is taken, its owner gets a notice instead, once a day, and a password reset for an unknown
 * one sends nothing. The returned ticket ties the code to this request.
 */
export async function sendCode(deps: IdentityDeps, request: CodeRequest, caller: Caller): Promise<{ ticket: string }> {
  const { database } = deps
  const address = readAddress(deps, request)
  // Limits count by purpose, so that strangers who register with an email address or phone number cannot use up its
  // owner's password resets.
  const subject = `${request.purpose} ${address.kind} ${address.lookupKey}`
  await admitRequest(deps, { caller, subject, address })
  // Count an SMS even if none is sent; otherwise the budget would reveal whether an account exists.
  if (address.kind === 'phone') await spendSms(deps, address.value, request.purpose, caller)
  const { ticket } = await database.transaction((tx) => issueAndQueue(tx, deps, { request, address, caller }))
  deps.nudgeJobs()
  return { ticket }
}

type Recipient = Identifier & { kind: AddressKind }

async function admitRequest(
  deps: IdentityDeps,
  { caller, subject, address }: { caller: Caller; subject: string; address: Recipient },
): Promise<void> {
  const { database, digest } = deps
  const owner = await findCredentials(database, address)
  const device = await findKnownDevice(deps, caller, owner)
  const asker = device ?? (caller.platform === 'web' ? caller.network : `${caller.network} ${caller.deviceId}`)
  const own: Slot[] = [{ rule: 'code-resend', subject: `${subject} ${asker}` }]
  if (device !== null) {
    own.push({ rule: 'code-known-day', subject: `${subject} ${device}` })
    const { taken, full } = await consumeSlots(database, digest, own)
    if (full.length === 0) return
    await returnSlots(database, digest, taken)
  }
  await admitTry(deps, caller, {
    free: [
      { rule: 'code-asker-hour', subject: `${subject} ${asker}` },
      { rule: 'code-asker-day', subject: `${subject} ${asker}` },
      { rule: 'code-strangers-day', subject },
      ...networkOfTry('code-network', caller),
    ],
    bound: [
      { rule: 'code-resend', subject: `${subject} ${asker}` },
      { rule: 'code-bound-hour', subject },
      { rule: 'code-bound-day', subject },
    ],
  })
}

export function readAddress(
  { reaches }: Pick<IdentityDeps, 'reaches'>,
  { kind, identifier }: { kind: AddressKind; identifier: string },
) {
  refuseFields({ identifier: checkIdentifier(kind, identifier) })
  const address = readIdentifier(kind, identifier)
  if (!address) throw new AppError('InvalidInput', { identifier: 'Invalid' })
  if (kind === 'phone' && !canReceiveSms(address.value))
    throw new AppError('InvalidInput', { identifier: 'PhoneNoSms' })
  if (!reaches(kind, address.value)) throw new AppError('ChannelNotOffered')
  return { ...address, kind }
}

async function issueAndQueue(
  tx: Transaction,
  { digest, keyring }: IdentityDeps,
  { request, address, caller }: { request: CodeRequest; address: Recipient; caller: Caller },
): Promise<{ ticket: string }> {
  const owner = await findCredentials(tx, address)
  const target: CodeTarget = { ...request, address: address.lookupKey }
  const mayHaveCode =
    request.purpose === 'reset'
      ? owner !== undefined
      : !owner || ('userId' in request && owner.userId === request.userId)
  const issued = mayHaveCode
    ? await issueCode(tx, digest, target, codeAsker(caller))
    : { ...(await issueNoCode(tx, digest, target, codeAsker(caller))), code: null }
  const template = mayHaveCode || request.purpose === 'reset' ? (`code-${request.purpose}` as const) : 'has-account'
  const silent = request.purpose === 'reset' ? !owner : await wasTold(tx, digest, address, mayHaveCode)
  const content = { to: address.value, language: request.language, code: issued.code }
  const channel = address.kind === 'email' ? 'mail' : 'sms'
  await queueMessage(tx, keyring, { channel, template, usefulUntil: issued.expiresAt }, silent ? null : content)
  return { ticket: issued.ticket }
}

/**
 * True if the owner was already notified today. Updates one counter in either case, so that both cases take the same
 * time.
 */
async function wasTold(
  tx: Transaction,
  digest: IdentityDeps['digest'],
  address: Identifier,
  mayHaveCode: boolean,
): Promise<boolean> {
  const subject = `${mayHaveCode ? 'no ' : ''}account ${address.kind} ${address.lookupKey}`
  return !(await consumeTry(tx, digest, 'code-has-account', subject)) && !mayHaveCode
}
