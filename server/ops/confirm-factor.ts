import { isFactorFresh } from '#server/modules/operators/operators.rules.ts'
import { refuse, type Result } from '#server/platform/act.ts'
import { giveFactor, type OperatorDeps } from '#server/workflows/operators/sign-in-operator.ts'
import type { Terminal } from './terminal.ts'
import { orTooMany } from './too-many.ts'
import type { SignedIn } from './who-acts.ts'

/** Asks for an authenticator code if the last one is too old. Operators of `--operator` have no second factor. */
export function createConfirmation(
  deps: OperatorDeps,
  { ask }: Pick<Terminal, 'ask'>,
  signedIn: SignedIn | null,
): () => Promise<Result<null>> {
  let factorAt = signedIn?.session.factorAt
  return async () => {
    const given = { ok: true, value: null } as const
    if (signedIn === null || factorAt === undefined) return given
    const { token, session } = signedIn
    if (isFactorFresh(factorAt, session.now)) return given
    const code = await ask('Code of your authenticator app: ')
    const right = await orTooMany(giveFactor(deps, { token, operatorId: session.operatorId, code }))
    if (!right) return refuse('WrongFactorCode', 'operator.wrongCode')
    factorAt = session.now
    return given
  }
}
