import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import { countTries } from '#server/modules/limits/limits.service.ts'
import {
  addOperatorPasskey,
  askForPasskey,
  openSessionByPasskey,
  removeOperatorPasskey,
} from '#server/modules/operators/operator-passkeys.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import type { RelyingParty } from '#server/platform/webauthn.ts'
import type { OperatorDeps } from './sign-in-operator.ts'

const rowOf = (operator: Operator, action: string, details: object) => ({
  operator,
  action,
  subject: `operator ${operator.name}`,
  details,
})

/** What a passkey is to sign; each is a row for five minutes, so they are counted by network. */
export async function startPasskey({ database, digest }: OperatorDeps, site: RelyingParty, caller: CallerNetwork) {
  await countTries(database, digest, networkOfTry('passkey-network', caller))
  return database.transaction((tx) => askForPasskey(tx, site))
}

/** Signs an operator in by a passkey, which stands for secret and code. */
export const signInByPasskey = (database: Database, site: RelyingParty, response: AuthenticationResponseJSON) =>
  database.transaction(async (tx) => {
    const opened = await openSessionByPasskey(tx, site, response)
    await recordAction(tx, rowOf(opened.operator, 'operators.sign-in', { by: 'passkey' }))
    return opened
  })

export const addPasskeyOf = (
  database: Database,
  site: RelyingParty,
  { operator, name, response }: { operator: Operator; name: string; response: RegistrationResponseJSON },
) =>
  database.transaction(async (tx) => {
    await addOperatorPasskey(tx, site, { operatorId: operator.id, name, response })
    await recordAction(tx, rowOf(operator, 'operators.add-passkey', { name: name.trim() }))
  })

export const removePasskeyOf = (database: Database, operator: Operator, id: string) =>
  database.transaction(async (tx) => {
    const name = await removeOperatorPasskey(tx, operator.id, id)
    await recordAction(tx, rowOf(operator, 'operators.remove-passkey', { name }))
  })
