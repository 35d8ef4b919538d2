import { AppError } from '#shared/errors.ts'
import { countTry, forgetTries } from '#server/modules/limits/limits.service.ts'
import { passFactor, type FactorAnswer } from '#server/modules/second-factors/second-factors.service.ts'
import { recordSignIn } from '#server/modules/sessions/sign-in-events.service.ts'
import { finishStep, resumeStep } from '#server/modules/sign-in-steps/sign-in-steps.service.ts'
import type { SignedIn } from './complete-sign-in.ts'
import type { SecurityDeps } from './confirm-identity.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { Caller } from './identity-deps.ts'

/**
 * Goes on with a sign-in that `SecondFactorRequired` stopped, on the device that it began on. Throws `WrongFactorCode`
 * for a wrong or used code, and `SignInExpired` after five of them; all sign-ins of an account together have ten in a
 * quarter of an hour.
 */
export async function signInWithFactor(
  { database, keyring, digest }: SecurityDeps,
  { challenge, answer }: { challenge: string; answer: FactorAnswer },
  { network }: Pick<Caller, 'network'>,
): Promise<SignedIn> {
  const { userId, device } = await resumeStep(database, challenge, 'second_factor')
  const caller = { ...device, network }
  await countTry(database, digest, 'factor-account', userId)
  try {
    return await finishSignIn(database, caller, 'second_factor', async (tx) => {
      if (!(await passFactor(tx, keyring, userId, answer))) throw new AppError('WrongFactorCode')
      await finishStep(tx, challenge)
      await forgetTries(tx, digest, 'factor-account', userId)
      return userId
    })
  } catch (error) {
    if (error instanceof AppError && error.status === 'WrongFactorCode')
      await recordSignIn(database, { ...caller, userId, method: 'second_factor', result: 'refused' })
    throw error
  }
}
