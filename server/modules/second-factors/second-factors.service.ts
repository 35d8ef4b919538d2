import { AppError } from '#shared/errors.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { digestRecoveryCode, makeRecoveryCode, recoveryCodeCount } from './recovery-code.ts'
import * as repo from './second-factors.repo.ts'
import { makeTotpSecret, matchTotp, totpUri } from '#server/platform/totp.ts'

export const factorPurpose = (userId: string) => `totp ${userId}`

/** Makes a secret for an authenticator app; it counts once a code of it was given. `TotpOn` if one counts already. */
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

/** The first code proves that the app has the secret. False for a wrong one. */
export async function confirmTotp(tx: Transaction, keyring: Keyring, userId: string, code: string): Promise<boolean> {
  const row = await repo.findTotp(tx, userId)
  if (!row) throw new AppError('TotpOff')
  if (row.confirmedAt) throw new AppError('TotpOn')
  const step = matchTotp(keyring.open(factorPurpose(userId), row.sealedSecret), code, tx.now)
  return step !== null && (await repo.confirmTotp(tx, userId, row.sealedSecret, step)) === 1
}

export type FactorAnswer = { readonly code?: string; readonly recoveryCode?: string }

/** Whether a second factor is right, and uses it up: a code counts once, whatever its 30 seconds still last. */
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

export async function spendRecoveryCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const hash = digestRecoveryCode(typed)
  return hash !== null && (await repo.spendRecoveryCode(tx, userId, hash)) === 1
}

/** Whether a code could set a new password now; it is used up by `spendPasswordCode`. */
export async function isPasswordCode(db: Queryable, userId: string, typed: string): Promise<boolean> {
  const hash = digestRecoveryCode(typed)
  return hash !== null && (await repo.findPasswordCode(db, userId, hash)) !== undefined
}

/** The same for a code that is to set a new password: after a reset by address those of before do not. */
export async function spendPasswordCode(tx: Transaction, userId: string, typed: string): Promise<boolean> {
  const hash = digestRecoveryCode(typed)
  return hash !== null && (await repo.spendPasswordCode(tx, userId, hash)) === 1
}

/**
 * Someone else may have printed the codes that there are: they open no password any more. Where an authenticator app
 * is on, they stay a second factor, which is worth nothing without the new password.
 */
export async function retireRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  if (await isTotpOn(tx, userId)) await repo.closePasswordCodes(tx, userId)
  else await repo.deleteRecoveryCodes(tx, userId)
}

/** An authenticator app that was begun and never confirmed. */
export async function forgetBegunTotp(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteBegunTotp(tx, userId)
}

export const isTotpOn = async (db: Queryable, userId: string): Promise<boolean> =>
  Boolean((await repo.findTotp(db, userId))?.confirmedAt)

export async function removeTotp(tx: Transaction, userId: string): Promise<void> {
  await repo.deleteTotp(tx, userId)
  await repo.deleteClosedCodes(tx, userId)
}

/** Ten new codes for the printer; those of before open nothing any more. They exist nowhere but in this answer. */
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
