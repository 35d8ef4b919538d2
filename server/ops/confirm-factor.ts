import { AppError } from '#shared/errors.ts'
import { isFactorFresh } from '#server/modules/operators/operators.rules.ts'
import { refuse, type Result } from '#server/platform/act.ts'
import { giveFactor, type OperatorDeps } from '#server/workflows/operators/sign-in-operator.ts'
import type { Wish } from '#server/operator/carry-out.ts'
import { OpsError, type Terminal } from './terminal.ts'
import type { SignedIn } from './who-acts.ts'

export async function orTooMany<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 'TooManyRequests') throw error
    const minutes = Math.ceil((error.retryAfterSeconds ?? 60) / 60)
    throw new OpsError(
      `Too many wrong tries. The next one counts in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      {
        cause: error,
      },
    )
  }
}

export function createConfirmation(
  deps: OperatorDeps,
  { ask }: Pick<Terminal, 'ask'>,
  signedIn: SignedIn | null,
): Pick<Wish, 'confirm' | 'isConfirmed'> {
  let factorAt = signedIn?.session.factorAt
  const isConfirmed = async () =>
    signedIn === null || factorAt === undefined || isFactorFresh(factorAt, signedIn.session.now)
  const confirm = async (): Promise<Result<null>> => {
    const given = { ok: true, value: null } as const
    if (signedIn === null || (await isConfirmed())) return given
    const { token, session } = signedIn
    const code = await ask('Code of your authenticator app: ')
    const right = await orTooMany(giveFactor(deps, { token, operatorId: session.operatorId, code }))
    if (!right) return refuse('WrongFactorCode', 'operator.wrongCode')
    factorAt = session.now
    return given
  }
  return { confirm, isConfirmed }
}
