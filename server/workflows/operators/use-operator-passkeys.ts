import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { admitTry, networkOfTry, type CallerNetwork } from '#server/modules/limits/admit-try.ts'
import {
  addOperatorPasskey,
  askForPasskey,
  openSessionByPasskey,
  removeOperatorPasskey,
} from '#server/modules/operators/operator-passkeys.service.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import type { RelyingParty } from '#server/platform/webauthn.ts'
import type { OperatorDeps } from './sign-in-operator.ts'
import { notifyOwners } from './notify-operators.ts'

const rowOf = (operator: Operator, action: string, details: object) => ({
  operator,
  action,
  subject: `operator ${operator.name}`,
  details,
})

/**
 * Creates a passkey challenge. Challenges are stored for five minutes, so their number is limited by network; beyond
 * the limit each costs a proof of work.
 */
export async function startPasskey(deps: OperatorDeps, site: RelyingParty, caller: CallerNetwork) {
  await admitTry(deps, caller, { free: networkOfTry('console-passkey-network', caller) })
  return deps.database.transaction((tx) => askForPasskey(tx, site))
}

export const signInByPasskey = (database: Database, site: RelyingParty, response: AuthenticationResponseJSON) =>
  database.transaction(async (tx) => {
    const opened = await openSessionByPasskey(tx, site, response)
    await recordAction(tx, rowOf(opened.operator, 'operators.sign-in', { by: 'passkey' }))
    return opened
  })

type Keeping = { readonly database: Database; readonly config: Config }

export const addPasskeyOf = (
  { database, config }: Keeping,
  site: RelyingParty,
  { operator, name, response }: { operator: Operator; name: string; response: RegistrationResponseJSON },
) =>
  database.transaction(async (tx) => {
    await addOperatorPasskey(tx, site, { accountId: operator.id, name, response })
    await recordAction(tx, rowOf(operator, 'operators.add-passkey', { name: name.trim() }))
    const notice = { kind: 'passkey-added', name: operator.name, passkey: name.trim() } as const
    await notifyOwners(tx, config, operator.id, notice)
  })

export const removePasskeyOf = ({ database, config }: Keeping, operator: Operator, id: string) =>
  database.transaction(async (tx) => {
    const name = await removeOperatorPasskey(tx, operator.id, id)
    await recordAction(tx, rowOf(operator, 'operators.remove-passkey', { name }))
    await notifyOwners(tx, config, operator.id, { kind: 'passkey-removed', name: operator.name, passkey: name })
  })
