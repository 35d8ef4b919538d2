import { randomUUIDv7 } from 'node:crypto'
import { forgetWishes } from '#server/modules/alerts/notification-settings.service.ts'
import { listValidKeysBy } from '#server/modules/api-keys/api-keys.queries.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { normalizeEmail } from '#shared/account-rules.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  isActiveOwner,
  isNeverUsed,
  isOwnerless,
  leavesAnOwner,
  operatorNameKey,
  operatorNameLook,
  readOperatorName,
} from '#server/modules/operators/operators.rules.ts'
import {
  addFirstOwner,
  addOperator,
  beginSession,
  endSessionsOf,
  makeFactor,
  makeInvitation,
  renewOperator,
  sealAddress,
  type Factor,
  type Invitation,
} from '#server/modules/operators/operators.service.ts'
import {
  listOperators,
  lockOperators,
  lockFirstOwner,
  setAddress,
  setDisabled,
  endInvitationsBy,
  setNotOwner,
  setRole,
  type OperatorRow,
} from '#server/modules/operators/operators.queries.ts'
import { refuseProposalsOf } from '#server/modules/operators/proposals.queries.ts'
import { isGivenByTwo } from '#server/modules/operators/second-person.rules.ts'
import {
  done,
  Refused,
  type Reason,
  type Act,
  type Acting,
  type FindKept,
  type Operator,
} from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Keyring } from '#server/platform/keyring.ts'
import { readChosen, type Accepted, type Unfit } from './accept-invitation.ts'
import { notifyOperators } from './notify-operators.ts'
import { say } from '#text/say.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

class OperatorRefused extends Refused {
  constructor(reason: Reason) {
    super('NotPossible', reason)
  }
}

type Deps = { readonly database: Database; readonly keyring: Keyring; readonly config: Config }

function requireName(typed: string): string {
  const name = readOperatorName(typed)
  if (name !== null) return name
  throw new OperatorRefused('operator.badName')
}

function refuseLookalike(all: readonly OperatorRow[], name: string): void {
  const other = all.find(
    (row) =>
      operatorNameKey(row.name) !== operatorNameKey(name) && operatorNameLook(row.name) === operatorNameLook(name),
  )
  if (other) throw new OperatorRefused(sentence('operator.nameLooksLike', { name, other: other.name }))
}

type FirstOwner = Operator & Factor & { readonly email: string | null }
type FirstTyped = { readonly name: string; readonly email?: string | undefined }

/**
 * Checks that a first owner can be created. Throws `OperatorRefused` if an owner can already sign in, or if the name or
 * email address is not allowed.
 */
export async function prepareFirstOwner({ database, config }: Deps, typed: FirstTyped): Promise<FirstOwner> {
  const name = requireName(typed.name)
  const email = typed.email === undefined ? null : normalizeEmail(typed.email)
  if (typed.email !== undefined && email === null)
    throw new OperatorRefused(sentence('field.wrong', { field: { field: 'email' }, must: sentence('must.email') }))
  requireOwnerless(await listOperators(database), name)
  return { id: randomUUIDv7(), name, email, ...makeFactor({ name }, config.consoleOrigin) }
}

/**
 * Creates the first owner; only for callers with access to the database and its keys. Returns a session token, or the
 * fault of the secret or the code. Throws `OperatorRefused` if an owner exists or the name is taken.
 */
export async function createFirstOwner(
  { database, keyring, config }: Deps,
  { id, name, email, totpSecret }: FirstOwner,
  { secret, code }: { readonly secret: string; readonly code: string },
): Promise<Accepted | Unfit> {
  const chosen = await readChosen({ name, totpSecret, secret, code }, 'operators')
  if (chosen.fault !== null) return chosen
  return database.transaction(async (tx) => {
    await lockFirstOwner(tx)
    requireOwnerless(await lockOperators(tx), name)
    if (!(await addFirstOwner(tx, keyring, { id, name }, chosen)))
      throw new OperatorRefused(sentence('operator.nameTaken', { name }))
    if (email !== null) await setAddress(tx, id, { sealedEmail: sealAddress(keyring, id, email), language: 'en' })
    await notifyOperators(tx, config, { kind: 'invited', name, by: 'system', role: 'owner' })
    await recordAction(tx, {
      operator: 'system',
      action: 'operators.create-first',
      subject: `operator ${name}`,
      details: { id },
    })
    return { fault: null, token: await beginSession(tx, id), operator: { id, name } }
  })
}

function requireOwnerless(all: readonly OperatorRow[], name: string): void {
  if (!isOwnerless(all)) throw new OperatorRefused('operator.ownerExists')
  if (all.some((row) => operatorNameKey(row.name) === operatorNameKey(name)))
    throw new OperatorRefused(sentence('operator.nameTaken', { name }))
  refuseLookalike(all, name)
}

/**
 * Invitation link. Its token is in the fragment of the URL, which browsers do not send, so the token never appears in
 * logs.
 */
const linkOf = ({ token }: Invitation, { consoleOrigin }: Config): string =>
  `${consoleOrigin}/console#invitation=${token}`

const findWeighty = (role: OperatorRole): Sentence | null =>
  isGivenByTwo(role) ? sentence('operator.roleTakesTwo', { role: sentence(`role.${role}`) }) : null

/**
 * Invites an operator, who sets password and second factor through the returned link, so that nobody else sees them.
 * For an account that was never used, a repeated invitation replaces a lost link.
 */
export const inviteOperator: Act<'operators.invite'> = async (tx, { name: typed, role }, operator, { config }) => {
  const typedName = requireName(typed)
  const all = await lockOperators(tx)
  refuseLookalike(all, typedName)
  const invitation = makeInvitation(tx.now)
  const unused = all.find((row) => operatorNameKey(row.name) === operatorNameKey(typedName) && isNeverUsed(row))
  if (unused && unused.role !== role)
    throw new OperatorRefused(
      sentence('operator.otherInvitation', { name: unused.name, role: sentence(`role.${unused.role}`) }),
    )
  const { id, name } = unused ?? { id: randomUUIDv7(), name: typedName }
  if (unused) await renewOperator(tx, id, invitation)
  else if (!(await addOperator(tx, invitation, { id, name, role, createdBy: operator.id })))
    throw new OperatorRefused(sentence('operator.nameUsedBefore', { name }))
  const renews = unused !== undefined
  await notifyOperators(tx, config, { kind: renews ? 'invited-again' : 'invited', name, by: operator.name, role })
  const output = { name, role, renews, invitationLink: linkOf(invitation, config) }
  return done(output, `operator ${name}`, { id, role, renews }, { takesTwo: findWeighty(role) })
}

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
  throw new OperatorRefused(sentence('operator.unknown', { name: typed }))
}

function requireOwnerLeft(all: readonly OperatorRow[], { id, name }: OperatorRow): void {
  if (!leavesAnOwner(all, id)) throw new OperatorRefused(sentence('operator.lastOwner', { name }))
}

/**
 * Records that an owner is about to be disabled, demoted or reset, and cancels the invitations that this owner made.
 * Starts the waiting time for a single remaining owner. Returns the owner's id if another operator does it.
 */
async function takeOwner(tx: Transaction, account: OperatorRow, operator: Acting): Promise<string | null> {
  if (!isActiveOwner(account)) return null
  await setNotOwner(tx, account.id)
  // Ends the invitations that a former owner made, because a link that the former owner kept would let them in again.
  await endInvitationsBy(tx, account.id)
  return account.id === operator.id ? null : account.id
}

const ownerText = sentence('operator.removingOwner')

const subjectOf = ({ name }: OperatorRow): string => `operator ${name}`

export const keptRole: FindKept<{ name: string }> = async (tx, { name }) => {
  const { account } = await lockAccount(tx, name)
  return { subject: subjectOf(account), values: { role: account.role } }
}

export const changeOperatorRole: Act<'operators.change'> = async (tx, { name, role }, operator, { config }) => {
  const { all, account } = await lockAccount(tx, name)
  const { id, role: before } = account
  if (before === role)
    throw new OperatorRefused(sentence('operator.hasRole', { name: account.name, role: sentence(`role.${role}`) }))
  if (before === 'owner') requireOwnerLeft(all, account)
  const against = await takeOwner(tx, account, operator)
  await setRole(tx, id, role)
  await endSessionsOf(tx, id)
  await notifyOperators(tx, config, { kind: 'role', name: account.name, by: operator.name, before, after: role })
  const output = { name: account.name, before, after: role }
  return done(
    output,
    subjectOf(account),
    { id, before, after: role },
    {
      takesTwo: against ? ownerText : findWeighty(role),
      against,
    },
  )
}

export const disableOperator: Act<'operators.disable'> = async (tx, { name, reason }, operator, { config }) => {
  const { all, account } = await lockAccount(tx, name)
  if (account.disabledAt !== null)
    throw new OperatorRefused(sentence('operator.isDisabledAlready', { name: account.name }))
  if (account.role === 'owner') requireOwnerLeft(all, account)
  // Notifies before disabling, because the operator's email address is deleted with the account.
  await notifyOperators(tx, config, { kind: 'disabled', name: account.name, by: operator.name })
  const against = await takeOwner(tx, account, operator)
  await setDisabled(tx, account.id)
  await forgetWishes(tx, account.id)
  await endSessionsOf(tx, account.id)
  const keys = await listValidKeysBy(tx, account.name)
  return done(
    { name: account.name, madeKeys: keys.map((key) => key.name).join(', ') || null },
    subjectOf(account),
    { id: account.id, reason },
    {
      takesTwo: against === null ? null : ownerText,
      against,
    },
  )
}

export const resetOperator: Act<'operators.reset-factor'> = async (tx, { name, reason }, operator, { config }) => {
  const { all, account } = await lockAccount(tx, name)
  if (account.disabledAt !== null) throw new OperatorRefused(sentence('operator.isDisabled', { name: account.name }))
  if (account.role === 'owner') requireOwnerLeft(all, account)
  const against = await takeOwner(tx, account, operator)
  // Refuses open proposals of an operator whose sign-in was reset, because somebody else may have made them with the
  // lost credentials.
  await refuseProposalsOf(tx, account.id, { by: operator.id, note: say('en', sentence('operator.signInReset')) })
  const invitation = makeInvitation(tx.now)
  await renewOperator(tx, account.id, invitation)
  await notifyOperators(tx, config, { kind: 'reset', name: account.name, by: operator.name })
  const output = { name: account.name, invitationLink: linkOf(invitation, config) }
  const takesTwo = sentence('operator.resetTakesTwo')
  return done(output, subjectOf(account), { id: account.id, reason }, { takesTwo, against })
}
