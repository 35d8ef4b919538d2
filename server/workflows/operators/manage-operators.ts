import { forgetWishes } from '#server/modules/alerts/wishes.service.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { normalizeEmail } from '#shared/account-rules.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import {
  firstOwnerMinutes,
  invitationHours,
  isActiveOwner,
  isOwnerless,
  leavesAnOwner,
  operatorNameKey,
  operatorNameLook,
  readOperatorName,
} from '#server/modules/operators/operators.rules.ts'
import {
  addOperator,
  endSessionsOf,
  prepareOperator,
  renewOperator,
  sealAddress,
  type Handover,
  type Prepared,
} from '#server/modules/operators/operators.service.ts'
import {
  listOperators,
  lockOperators,
  lockFirstOwner,
  setAddress,
  setDisabled,
  setNotOwner,
  setRole,
  type OperatorRow,
} from '#server/modules/operators/operators.queries.ts'
import { refuseProposalsOf } from '#server/modules/operators/proposals.queries.ts'
import {
  done,
  Refused,
  type Act,
  type Acting,
  type FindKept,
  type ActDeps,
  type LookAct,
} from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import { createKeyring, type Keyring } from '#server/platform/keyring.ts'
import { tellOperators } from './tell-operators.ts'

/** One sentence for who asked. */
export class OperatorRefused extends Refused {
  constructor(message: string) {
    super('NotPossible', message)
  }
}

type Deps = { readonly database: Database; readonly keyring: Keyring; readonly config: Config }

function requireName(typed: string): string {
  const name = readOperatorName(typed)
  if (name !== null) return name
  throw new OperatorRefused(
    'A name has 2 to 40 letters and digits of one script, with single dots, dashes, underscores or spaces between them; "system" is taken.',
  )
}

/** Refuses a name that looks like another operator's, in whatever script. The same name again is told as taken. */
function refuseLookalike(all: readonly OperatorRow[], name: string): void {
  const other = all.find(
    (row) =>
      operatorNameKey(row.name) !== operatorNameKey(name) && operatorNameLook(row.name) === operatorNameLook(name),
  )
  if (other) throw new OperatorRefused(`"${name}" looks like the name of ${other.name}: choose another one.`)
}

/**
 * The first owner, for who can reach the database and its keys. Only where no owner can sign in: one whose secrets were
 * lost before they were used can be made again once the invitation is over.
 */
export async function createFirstOwner(
  { database, keyring, config }: Deps,
  { name: typed, email: typedEmail }: { name: string; email?: string | undefined },
): Promise<Handover> {
  const name = requireName(typed)
  const email = typedEmail === undefined ? null : normalizeEmail(typedEmail)
  if (typedEmail !== undefined && email === null) throw new OperatorRefused('--email is no email address.')
  const known = (await listOperators(database)).find(
    (row) => operatorNameKey(row.name) === operatorNameKey(name) && !row.demo,
  )
  const prepared = await prepareOperator(keyring, known ?? { name })
  return database.transaction(async (tx) => {
    await lockFirstOwner(tx)
    const all = await lockOperators(tx)
    if (!isOwnerless(all, tx.now))
      throw new OperatorRefused('There is an owner already: an owner adds others with "operators invite".')
    if (known && (known.disabledAt !== null || known.role !== 'owner'))
      throw new OperatorRefused(`"${known.name}" is the name of another account; choose one that was never used.`)
    refuseLookalike(all, name)
    const invitation = { role: 'owner', invitedMinutes: firstOwnerMinutes, createdBy: null } as const
    const handover = known
      ? await renewOperator(tx, prepared, firstOwnerMinutes)
      : await addOperator(tx, prepared, invitation)
    if (!handover) throw new OperatorRefused(`The name "${name}" is taken.`)
    const { id } = prepared
    if (email !== null) await setAddress(tx, id, { sealedEmail: sealAddress(keyring, id, email), language: 'en' })
    await tellOperators(tx, config, { kind: 'invited', name, by: 'system', role: 'owner' })
    await recordAction(tx, {
      operator: 'system',
      action: 'operators.create-first',
      subject: `operator ${name}`,
      details: { id },
    })
    return handover
  })
}

const keyringOf = ({ config }: ActDeps): Keyring => createKeyring(config.secretKey)

/** Who may decide about money is for two to say. */
const findWeighty = (role: OperatorRole): string | null =>
  role === 'owner' || role === 'finance' ? `The role ${role} is given by two operators.` : null

/** An account for someone, with secrets that are shown once and let them in to choose their own. */
export const inviteOperator: LookAct<'operators.invite', Prepared> = {
  look: (_db, { name }, _operator, deps) => prepareOperator(keyringOf(deps), { name: requireName(name) }),
  async act(tx, { role }, operator, { config }, prepared) {
    const { id, name } = prepared
    refuseLookalike(await lockOperators(tx), name)
    const invitation = { role, invitedMinutes: invitationHours * 60, createdBy: operator.id }
    const handover = await addOperator(tx, prepared, invitation)
    if (!handover) throw new OperatorRefused(`The name "${name}" is taken; names are never given twice.`)
    await tellOperators(tx, config, { kind: 'invited', name, by: operator.name, role })
    return done({ name, role, handover }, `operator ${name}`, { id, role }, { takesTwo: findWeighty(role) })
  },
}

/** The account of that name, and everyone's rows locked. Throws OperatorRefused. */
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
  throw new OperatorRefused(`There is no operator "${typed}"; see "operators list".`)
}

function requireOwnerLeft(all: readonly OperatorRow[], { id, name }: OperatorRow): void {
  if (!leavesAnOwner(all, id))
    throw new OperatorRefused(`${name} is the last owner who can sign in: make another one first.`)
}

/**
 * An owner who can sign in is about to be disabled, demoted or reset: who is left alone waits from now on. Returns their
 * id where another operator does it.
 */
async function takeOwner(tx: Transaction, account: OperatorRow, operator: Acting): Promise<string | null> {
  if (!isActiveOwner(account)) return null
  await setNotOwner(tx, account.id)
  return account.id === operator.id ? null : account.id
}

const ownerText =
  'An owner is taken away by an owner who is neither of you two; where there is none, by you alone after 24 hours, unless they stop it.'

const subjectOf = ({ name }: OperatorRow): string => `operator ${name}`

export const keptRole: FindKept<{ name: string }> = async (tx, { name }) => {
  const { account } = await lockAccount(tx, name)
  return { subject: subjectOf(account), values: { role: account.role } }
}

/** Gives another role; their sign-ins end. */
export const changeOperatorRole: Act<'operators.change'> = async (tx, { name, role }, operator, { config }) => {
  const { all, account } = await lockAccount(tx, name)
  const { id, role: before } = account
  if (before === role) throw new OperatorRefused(`${account.name} has the role ${role} already.`)
  if (before === 'owner') requireOwnerLeft(all, account)
  const against = await takeOwner(tx, account, operator)
  await setRole(tx, id, role)
  await endSessionsOf(tx, id)
  await tellOperators(tx, config, { kind: 'role', name: account.name, by: operator.name, before, after: role })
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

/** Ends an account for good; histories go on naming it. */
export const disableOperator: Act<'operators.disable'> = async (tx, { name, reason }, operator, { config }) => {
  const { all, account } = await lockAccount(tx, name)
  if (account.disabledAt !== null) throw new OperatorRefused(`${account.name} is disabled already.`)
  if (account.role === 'owner') requireOwnerLeft(all, account)
  // Before their address goes: they hear of it, too.
  await tellOperators(tx, config, { kind: 'disabled', name: account.name, by: operator.name })
  const against = await takeOwner(tx, account, operator)
  await setDisabled(tx, account.id)
  await forgetWishes(tx, account.id)
  await endSessionsOf(tx, account.id)
  return done(
    { name: account.name },
    subjectOf(account),
    { id: account.id, reason },
    {
      takesTwo: against && ownerText,
      against,
    },
  )
}

/** A new secret and a new key for the authenticator app, shown once; what they had opens nothing any more. */
export const resetOperator: LookAct<'operators.reset-factor', Prepared> = {
  look: async (database, { name }, _operator, deps) =>
    prepareOperator(keyringOf(deps), findAccount(await listOperators(database), name)),
  async act(tx, { name, reason }, operator, { config }, prepared) {
    const { all, account } = await lockAccount(tx, name)
    if (account.disabledAt !== null) throw new OperatorRefused(`${account.name} is disabled.`)
    if (account.role === 'owner') requireOwnerLeft(all, account)
    const against = await takeOwner(tx, account, operator)
    // Someone else may have prepared it by what they lost.
    await refuseProposalsOf(tx, account.id, { by: operator.id, note: 'Their way in was made anew.' })
    const handover = await renewOperator(tx, prepared, invitationHours * 60)
    await tellOperators(tx, config, { kind: 'reset', name: account.name, by: operator.name })
    const takesTwo = 'A way in is made anew by two operators.'
    return done({ name: account.name, handover }, subjectOf(account), { id: account.id, reason }, { takesTwo, against })
  },
}
