import { AppError } from '#shared/errors.ts'
import { lockAccountShared } from '#server/modules/accounts/accounts.service.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import {
  findStepOfWrongCode,
  passFactor,
  type FactorAnswer,
} from '#server/modules/second-factors/second-factors.service.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { finishStep, isNextAppCode, resumeStep } from '#server/modules/sign-in-steps/sign-in-steps.service.ts'
import type { SignedIn } from './open-session.ts'
import type { SecurityDeps } from '#server/workflows/accounts/checks/confirm-identity.ts'
import { admitKnownDevice, admitTry, type AdmittedTry } from '#server/modules/limits/admit-try.ts'
import { findKnownDevice } from '#server/workflows/accounts/checks/find-known-device.ts'
import { completeSignInStep } from './complete-sign-in-step.ts'
import type { Caller } from '#server/deps/identity-deps.ts'

/**
 * Continues a sign-in after `SecondFactorRequired`. Known devices have a limit of their own. Strangers who know the
 * password get few tries for app codes but unlimited ones for recovery codes, whose 80 bits cannot be guessed. Throws
 * `WrongFactorCode`, `TotpClockWrong` if the clock of the app's device is the cause, and `SignInExpired` after five
 * tries.
 */
export async function signInWithFactor(
  { database, keyring, digest }: SecurityDeps,
  { challenge, answer }: { challenge: string; answer: FactorAnswer },
  from: Caller,
): Promise<SignedIn> {
  const { userId, device } = await resumeStep(database, challenge, 'second_factor')
  const caller = { ...from, ...device }
  const attempt = await admitFactor({ database, digest }, caller, userId, answer)
  try {
    const signedIn = await completeSignInStep({ database, digest }, caller, 'second_factor', async (tx) => {
      // Locks the account before the challenge, in the same order as a password change, to prevent deadlocks.
      await lockAccountShared(tx, userId)
      if (!(await passFactor(tx, keyring, userId, answer))) throw new AppError('WrongFactorCode')
      await finishStep(tx, challenge)
      return { userId, origin: { from: 'proof' } }
    })
    await attempt.forgive()
    return signedIn
  } catch (error) {
    if (error instanceof AppError && error.status === 'WrongFactorCode') {
      await recordSignIn(database, { ...caller, userId, method: 'second_factor', result: 'refused' })
      if (await isClockWrong({ database, keyring }, userId, challenge, answer)) throw new AppError('TotpClockWrong')
    }
    throw error
  }
}

/**
 * True if this code and the one before it follow each other, but in another hour or minute. A single code proves
 * nothing: the answer would tell a guesser that his code is going to be right.
 */
const isClockWrong = (
  { database, keyring }: Pick<SecurityDeps, 'database' | 'keyring'>,
  userId: string,
  challenge: string,
  { code }: FactorAnswer,
): Promise<boolean> =>
  database.transaction(
    async (tx) =>
      code !== undefined && (await isNextAppCode(tx, challenge, await findStepOfWrongCode(tx, keyring, userId, code))),
  )

async function admitFactor(
  deps: Pick<SecurityDeps, 'database' | 'digest'>,
  caller: Caller,
  userId: string,
  answer: FactorAnswer,
): Promise<AdmittedTry> {
  const profile = await findProfile(deps.database, userId)
  const device = await findKnownDevice(deps, caller, profile && { userId, uid: profile.uid })
  const known = { own: 'factor-known', all: 'factor-known-all', account: userId } as const
  const admitted = await admitKnownDevice(deps, device, known)
  if (admitted) return admitted
  const own = { rule: 'factor-asker', subject: `${userId} ${caller.network}` } as const
  if (answer.recoveryCode !== undefined) return admitTry(deps, caller, { free: [own] })
  return admitTry(deps, caller, {
    free: [own, { rule: 'factor-strangers', subject: userId }],
    bound: [{ rule: 'factor-bound', subject: userId }],
  })
}
