import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  firstOwnerMinutes,
  invitationHours,
  isOwnerless,
  leavesAnOwner,
  operatorNameKey,
  readOperatorName,
  type OperatorRole,
} from '#server/modules/operators/operators.rules.ts'
import {
  addOperator,
  endSessionsOf,
  prepareOperator,
  renewOperator,
  type Handover,
} from '#server/modules/operators/operators.service.ts'
import {
  listOperators,
  lockFirstOwner,
  lockOperators,
  setDisabled,
  setRole,
  type OperatorRow,
} from '#server/modules/operators/operators.queries.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import type { Operator } from '#server/platform/operator.ts'

/** One sentence for who asked. */
export class OperatorRefused extends Error {}

type Deps = { readonly database: Database; readonly keyring: Keyring }

function requireName(typed: string): string {
  const name = readOperatorName(typed)
  if (name !== null) return name
  throw new OperatorRefused(
    'A name has 2 to 40 letters and digits, with single dots, dashes, underscores or spaces between them; "system" is taken.',
  )
}

/**
 * The first owner, for who can reach the database and its keys. Only where no owner can sign in: one whose secrets were
 * lost before they were used can be made again once the invitation is over.
 */
export async function createFirstOwner({ database, keyring }: Deps, typed: string): Promise<Handover> {
  const name = requireName(typed)
  const known = (await listOperators(database)).find(
    (row) => operatorNameKey(row.name) === operatorNameKey(name) && !row.demo,
  )
  const prepared = await prepareOperator(keyring, known ?? { name })
  return database.transaction(async (tx) => {
    await lockFirstOwner(tx)
    const all = await lockOperators(tx)
    if (!isOwnerless(all, tx.now))
      throw new OperatorRefused('There is an owner already: an owner adds others with "operator invite".')
    if (known && (known.disabledAt !== null || known.role !== 'owner'))
      throw new OperatorRefused(`"${known.name}" is the name of another account; choose one that was never used.`)
    const invitation = { role: 'owner', invitedMinutes: firstOwnerMinutes, createdBy: null } as const
    const handover = known
      ? await renewOperator(tx, prepared, firstOwnerMinutes)
      : await addOperator(tx, prepared, invitation)
    if (!handover) throw new OperatorRefused(`The name "${name}" is taken.`)
    await recordAction(tx, {
      operator: 'system',
      action: 'operators.create-first',
      subject: `operator ${name}`,
      details: { id: prepared.id },
    })
    return handover
  })
}

export type NewAccount = { readonly name: string; readonly role: OperatorRole; readonly operator: Operator }

/** An account for somebody, with secrets that are shown once and let them in to choose their own. */
export async function inviteOperator(
  { database, keyring }: Deps,
  { name: typed, role, operator }: NewAccount,
): Promise<Handover> {
  const name = requireName(typed)
  const prepared = await prepareOperator(keyring, { name })
  return database.transaction(async (tx) => {
    const invitation = { role, invitedMinutes: invitationHours * 60, createdBy: operator.id }
    const handover = await addOperator(tx, prepared, invitation)
    if (!handover) throw new OperatorRefused(`The name "${name}" is taken; names are never given twice.`)
    const details = { id: prepared.id, role }
    await recordAction(tx, { operator, action: 'operators.invite', subject: `operator ${name}`, details })
    return handover
  })
}

type Change = { readonly name: string; readonly operator: Operator }

/** The account of that name, and everybody's rows locked. Throws OperatorRefused. */
async function lockAccount(
  tx: Transaction,
  typed: string,
): Promise<{ all: readonly OperatorRow[]; account: OperatorRow }> {
  const all = await lockOperators(tx)
  return { all, account: findAccount(all, typed) }
}

function findAccount(all: readonly OperatorRow[], typed: string): OperatorRow {
  const account = all.find((row) => operatorNameKey(row.name) === operatorNameKey(typed) && !row.demo)
  if (account) return account
  throw new OperatorRefused(`There is no operator "${typed}"; see "operator list".`)
}

function requireOwnerLeft(all: readonly OperatorRow[], { id, name }: OperatorRow): void {
  if (!leavesAnOwner(all, id))
    throw new OperatorRefused(`${name} is the last owner who can sign in: make another one first.`)
}

const record = (tx: Transaction, operator: Operator, action: string, { id, name }: OperatorRow, details: object) =>
  recordAction(tx, { operator, action, subject: `operator ${name}`, details: { id, ...details } })

/** Gives another role; their sign-ins end. */
export const changeOperatorRole = (
  database: Database,
  { name, role, operator }: Change & { role: OperatorRole },
): Promise<{ before: OperatorRole }> =>
  database.transaction(async (tx) => {
    const { all, account } = await lockAccount(tx, name)
    if (account.role === role) throw new OperatorRefused(`${account.name} has the role ${role} already.`)
    if (account.role === 'owner') requireOwnerLeft(all, account)
    await setRole(tx, account.id, role)
    await endSessionsOf(tx, account.id)
    await record(tx, operator, 'operators.change', account, { before: account.role, after: role })
    return { before: account.role }
  })

/** Ends an account for good; histories go on naming it. */
export const disableOperator = (
  database: Database,
  { name, operator, reason }: Change & { reason: string },
): Promise<void> =>
  database.transaction(async (tx) => {
    const { all, account } = await lockAccount(tx, name)
    if (account.disabledAt !== null) throw new OperatorRefused(`${account.name} is disabled already.`)
    if (account.role === 'owner') requireOwnerLeft(all, account)
    await setDisabled(tx, account.id)
    await endSessionsOf(tx, account.id)
    await record(tx, operator, 'operators.disable', account, { reason })
  })

/** A new secret and a new key for the authenticator app, shown once; what they had opens nothing any more. */
export async function resetOperator(
  { database, keyring }: Deps,
  { name, operator, reason }: Change & { reason: string },
): Promise<Handover> {
  const known = findAccount(await listOperators(database), name)
  const prepared = await prepareOperator(keyring, known)
  return database.transaction(async (tx) => {
    const { all, account } = await lockAccount(tx, name)
    if (account.disabledAt !== null) throw new OperatorRefused(`${account.name} is disabled.`)
    if (account.role === 'owner') requireOwnerLeft(all, account)
    const handover = await renewOperator(tx, prepared, invitationHours * 60)
    await record(tx, operator, 'operators.reset-factor', account, { reason })
    return handover
  })
}
