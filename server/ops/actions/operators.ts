import { operatorRoles, type OperatorRole } from '#server/modules/operators/operators.rules.ts'
import type { Handover } from '#server/modules/operators/operators.service.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import {
  changeOperatorRole,
  disableOperator,
  inviteOperator,
  OperatorRefused,
  resetOperator,
} from '#server/workflows/operators/manage-operators.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { databaseOf } from '../rehearse.ts'

/** What the workflow refuses is for the operator to mend. */
export const orRefused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof OperatorRefused ? new OpsError(error.message, { cause: error }) : error
  })

/** Who may decide about money is for two to say. */
const takesTwo = async (context: OpsContext): Promise<string | null> => {
  const role = readRole(context)
  return role === 'owner' || role === 'finance' ? `The role ${role} is given by two operators.` : null
}

function readRole(context: OpsContext): OperatorRole {
  const role = operatorRoles.find((each) => each === context.values.role)
  if (!role) throw new OpsError(`--role is one of ${operatorRoles.join(', ')}.`)
  return role
}
const depsOf = (context: OpsContext) => ({
  database: databaseOf(context),
  keyring: createKeyring(context.config.secretKey),
})

/** Shown once: the database keeps a hash of the one and the other sealed. */
export function printHandover({ print }: Pick<OpsContext, 'print'>, handover: Handover, within: string): void {
  print(`Secret: ${handover.secret}`)
  print(`Key for the authenticator app: ${handover.totpSecret}`)
  print(`The same as a link: ${handover.totpUri}`)
  print(
    `Nobody can read them again. They are good for one sign-in within ${within}, which asks for a secret of their own.`,
  )
}

const name = { name: { type: 'string' } } as const
const nameAndReason = { ...name, reason: { type: 'string' } } as const

export const operatorList: Action = {
  name: 'operator list',
  role: 'viewer',
  summary: 'Lists operators with their roles. `demo`: a name that was tried out; it cannot sign in.',
  usage: '',
  options: {},
  async run(context) {
    const rows = await listOperators(context.database)
    if (rows.length === 0) return context.print('There is no operator; "operator create-first" makes the first owner.')
    const stateOf = ({ demo, disabledAt, invitedUntil }: (typeof rows)[number]) => {
      if (demo) return 'demo'
      if (disabledAt) return `disabled ${formatDate(disabledAt)}`
      return invitedUntil ? `invited until ${formatDate(invitedUntil)}` : 'active'
    }
    context.table(
      rows.map((row) => ({
        name: row.name,
        role: row.role,
        state: stateOf(row),
        since: formatDate(row.createdAt),
        'signed in': row.seenAt ? formatDate(row.seenAt) : '',
      })),
    )
  },
}

export const operatorInvite: Action = {
  name: 'operator invite',
  role: 'owner',
  stepUp: 'money',
  summary: 'Makes an account for an operator, and prints a secret and a key for the authenticator app, once.',
  usage: `--name TEXT --role ${operatorRoles.join('|')} [--dry-run]`,
  options: { ...name, role: { type: 'string' } },
  second: takesTwo,
  async run(context) {
    const [given, role] = [requireText(context, 'name'), readRole(context)]
    const handover = await orRefused(inviteOperator(depsOf(context), { name: given, role, operator: context.operator }))
    if (context.dryRun) return context.print(`Would make an account ${given} with the role ${role}.`)
    printHandover(context, handover, '24 hours')
  },
}

export const operatorChange: Action = {
  name: 'operator change',
  role: 'owner',
  stepUp: 'money',
  summary: 'Gives an operator another role; their sign-ins end.',
  usage: `--name TEXT --role ${operatorRoles.join('|')} [--dry-run]`,
  options: { ...name, role: { type: 'string' } },
  second: takesTwo,
  async run(context) {
    const [given, role] = [requireText(context, 'name'), readRole(context)]
    const { before } = await orRefused(
      changeOperatorRole(databaseOf(context), { name: given, role, operator: context.operator }),
    )
    context.print(`The role of ${given} ${context.dryRun ? 'would change' : 'changed'} from ${before} to ${role}.`)
  },
}

export const operatorReset: Action = {
  name: 'operator reset-factor',
  role: 'owner',
  stepUp: 'money',
  summary: 'Makes a new secret and a new key for an operator who lost theirs; what they had opens nothing any more.',
  usage: '--name TEXT --reason TEXT [--dry-run]',
  options: nameAndReason,
  second: async () => 'A way in is made anew by two operators.',
  async run(context) {
    const [given, reason] = [requireText(context, 'name'), requireText(context, 'reason')]
    const handover = await orRefused(
      resetOperator(depsOf(context), { name: given, reason, operator: context.operator }),
    )
    if (context.dryRun) return context.print(`Would make a new secret and a new key for ${given}.`)
    printHandover(context, handover, '24 hours')
  },
}

export const operatorDisable: Action = {
  name: 'operator disable',
  role: 'owner',
  stepUp: 'money',
  summary: 'Ends an account for good. Histories go on naming it, and its name is never given again.',
  usage: '--name TEXT --reason TEXT [--dry-run]',
  options: nameAndReason,
  async run(context) {
    const [given, reason] = [requireText(context, 'name'), requireText(context, 'reason')]
    await orRefused(disableOperator(databaseOf(context), { name: given, reason, operator: context.operator }))
    context.print(context.dryRun ? `Would disable ${given}.` : `${given} is disabled.`)
  },
}
