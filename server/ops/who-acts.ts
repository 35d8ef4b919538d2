import { programName } from '#server/platform/config.ts'
import os from 'node:os'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { findOrMakeDemoOperator, touchOperatorSession } from '#server/modules/operators/operators.service.ts'
import type { OperatorSession } from '#server/modules/operators/sessions.repo.ts'
import type { Environment } from '#shared/api-values.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { operatorOf } from '#server/workflows/operators/sign-in-operator.ts'
import { OpsError } from './terminal.ts'

export type SignedIn = { readonly token: string; readonly session: OperatorSession }
/**
 * Operator who runs a command. `signedIn` is null for demo operators in DEV and TEST, named by `--operator` or after
 * the user of the machine.
 */
type Acting = { readonly operator: Operator; readonly role: OperatorRole; readonly signedIn: SignedIn | null }

type Asked = {
  readonly database: Database
  readonly environment: Environment
  readonly name: string | undefined
  readonly token: string | null
}

const signIn = `${programName} login`

export async function findActing({ database, environment, name, token }: Asked): Promise<Acting> {
  if (environment === 'PROD' && name !== undefined)
    throw new OpsError(`--operator is for trying things out in DEV and TEST; with APP_ENV=PROD sign in: ${signIn}`)
  if (name === undefined && token !== null) {
    const session = await touchOperatorSession(database, token)
    if (session) return { operator: operatorOf(session), role: session.role, signedIn: { token, session } }
  }
  if (environment === 'PROD')
    throw new OpsError(token === null ? `You are not signed in: ${signIn}` : `Your sign-in is over: ${signIn}`)
  const typed = name ?? os.userInfo().username
  const operator = await findOrMakeDemoOperator(database, typed)
  if (!operator)
    throw new OpsError(`"${typed}" cannot be tried out as an operator: it is no name, or someone's account.`)
  return { operator, role: 'owner', signedIn: null }
}
