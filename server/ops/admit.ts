import { hasRole, isFactorFresh } from '#server/modules/operators/operators.rules.ts'
import { giveFactor, type OperatorDeps } from '#server/workflows/operators/sign-in-operator.ts'
import { OpsError, type Need } from './action.ts'
import { orTooMany } from './too-many.ts'
import type { Terminal } from './terminal.ts'
import type { Acting } from './who-acts.ts'

type Gate = { readonly deps: OperatorDeps; readonly terminal: Pick<Terminal, 'ask'>; readonly dryRun: boolean }

/**
 * Whether who acts may do this: the role, and for money a code of the authenticator app that is not older than five
 * minutes, which is asked for where it is. A dry run changes nothing and asks for no code. Throws OpsError.
 */
export function createGate(
  acting: Acting,
  what: string,
  { deps, terminal, dryRun }: Gate,
): (need: Need) => Promise<void> {
  let factorAt = acting.signedIn?.session.factorAt
  return async ({ role, stepUp }) => {
    if (!hasRole(acting.role, role))
      throw new OpsError(
        `${what} is for the role ${role}${role === 'owner' ? '' : ' or above'}; ${acting.operator.name} is ${acting.role}.`,
      )
    if (stepUp === undefined || dryRun || acting.signedIn === null || factorAt === undefined) return
    const { token, session } = acting.signedIn
    if (isFactorFresh(factorAt, session.now)) return
    const code = await terminal.ask('Code of your authenticator app: ')
    const right = await orTooMany(giveFactor(deps, { token, operatorId: session.operatorId, code }))
    if (!right) throw new OpsError('This code is wrong or was used before. Nothing was done.')
    factorAt = session.now
  }
}
