import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { foldBase32 } from '#shared/typed-code.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import * as repo from './second-factors.repo.ts'
import { findOtherStep, makeTotpSecret, matchTotp, totpUri } from '#server/platform/totp.ts'

const recoveryCodeCount = 10
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/**
 * Makes a recovery code: 80 random bits as four groups of Crockford's base 32, impossible to guess and hard to misread.
 */
const makeRecoveryCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % 32] as string)
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')

export function digestRecoveryCode(typed: string): Buffer | null {
  const code = foldBase32(typed)
  if (code.length !== length || [...code].some((character) => !alphabet.includes(character))) return null
  return createHash('sha256').update(code).digest()
}

export const factorPurpose = (userId: string) => `totp ${userId}`

/**
 * Creates the secret of an authenticator app, which becomes active with its first code. Throws `TotpOn` if an app is
 * already active.
 */
export async function beginTotp(
  tx: Transaction,
  keyring: Keyring,
  { userId, issuer, label }: { userId: string; issuer: string; label: string },
): Promise<{ secret: string; uri: string }> {
  const secret = makeTotpSecret()
  if ((await repo.insertTotp(tx, userId, keyring.seal(factorPurpose(userId), secret))) === 0)
    throw new AppError('TotpOn')
  return { secret, uri: totpUri(secret, issuer, label) }
}

/**
 * Activates a begun authenticator app by its first code. Throws `TotpClockWrong` if the clock of the app's device is
 * the cause.
 */
export async function confirmTotp(tx: Transaction, keyring: Keyring, userId: string, code: string): Promise<void> {
  const row = await repo.findTotp(tx, userId)
  if (!row) throw new AppError('TotpOff')
  if (row.confirmedAt) throw new AppError('TotpOn')
  const secret = keyring.open(factorPurpose(userId), row.sealedSecret)
  const step = matchTotp(secret, code, tx.now)
  if (step !== null && (await repo.confirmTotp(tx, userId, row.sealedSecret, step)) === 1) return
  if (findOtherStep(secret, code, tx.now) !== null) throw new AppError('TotpClockWrong')
  throw new AppError('InvalidInput', { code: 'FactorCodeWrong' })
}

export type FactorAnswer = { readonly code?: string; readonly recoveryCode?: string }

/**
 * Checks a second factor and uses it up. A code of the authenticator app is valid only once, even within its 30
 * seconds.
 */
export async function passFactor(
  tx: Transaction,
  keyring: Keyring,
  userId: string,
  { code, recoveryCode }: FactorAnswer,
): Promise<boolean> {
  if (recoveryCode !== undefined) return spendRecoveryCode(tx, userId, recoveryCode)
  const row = await repo.findTotp(tx, userId)
  if (!row?.confirmedAt || code === undefined) return false
  const step = matchTotp(keyring.open(factorPurpose(userId), row.sealedSecret), code, tx.now)
  return step !== null && (await repo.spendStep(tx, userId, step)) === 1
}

/** `findOtherStep` of a code that `passFactor` refused. */
export async function findStepOfWrongCode(
  tx: Transaction,
  keyring: Keyring,
  userId: string,
  code: string,
): Promise<number | null> {
  const row = await repo.findTotp(tx, userId)
  return row?.confirmedAt ? findOtherStep(keyring.open(factorPurpose(userId), row.sealedSecret), code, tx.now) : null
}

async function spendRecoveryCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const hash = digestRecoveryCode(typed)
  return hash !== null && (await repo.spendRecoveryCode(tx, userId, hash)) === 1
}

/** True if the recovery code could reset the password. Does not use it up; `spendPasswordCode` does. */
export async function isPasswordCode(db: Queryable, userId: string, typed: string): Promise<boolean> {
  const hash = digestRecoveryCode(typed)
  return hash !== null && (await repo.findPasswordCode(db, userId, hash)) !== undefined
}

/**
 * Uses up a recovery code for a password reset. Codes made before a password reset by email or SMS no longer work for
 * this.
 */
export async function spendPasswordCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const hash = digestRecoveryCode(typed)
  return hash !== null && (await repo.spendPasswordCode(tx, userId, hash)) === 1
}

/**
 * Retires existing recovery codes after a password reset, because an intruder may have printed them: they can no longer
 * reset the password. If the account has an authenticator app, they stay valid as a second factor, which is useless
 * without the new password; otherwise they are deleted.
 */
export async function retireRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  if (await isTotpOn(tx, userId)) await repo.closePasswordCodes(tx, userId)
  else await repo.deleteRecoveryCodes(tx, userId)
}

export async function forgetBegunTotp(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteBegunTotp(tx, userId)
}

export const isTotpOn = async (db: Queryable, userId: string): Promise<boolean> =>
  Boolean((await repo.findTotp(db, userId))?.confirmedAt)

export async function removeTotp(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteTotp(tx, userId)
  await repo.deleteClosedCodes(tx, userId)
}

/**
 * Creates ten new recovery codes. The old ones stop working. The codes are returned only once, because only their
 * hashes are stored.
 */
export async function renewRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode)
  await repo.queueForCodes(tx, userId)
  await repo.deleteRecoveryCodes(tx, userId)
  const hashes = codes.map(digestRecoveryCode).filter((hash) => hash !== null)
  await repo.insertRecoveryCodes(tx, userId, hashes)
  return codes
}

export async function forgetFactors(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteTotp(tx, userId)
  await repo.deleteRecoveryCodes(tx, userId)
}
