import { randomUUIDv7 } from 'node:crypto'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { hasRole, isActiveOwner, type OperatorRole } from '#server/modules/operators/operators.rules.ts'
import {
  decideProposal,
  failProposal,
  findOpenProposal,
  insertProposal,
  type NewProposal,
  type Proposal,
} from '#server/modules/operators/proposals.queries.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import { findApprovalFault } from '#server/modules/operators/second-person.rules.ts'
import type { Database, Transaction } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** Why it cannot be decided like this; the operator reads the sentence. */
export class ProposalRefused extends Error {}

const record = (
  tx: Transaction,
  operator: Operator,
  verb: string,
  { id, action }: Pick<Proposal, 'id' | 'action'>,
  details: object,
) =>
  recordAction(tx, {
    operator,
    action: `approvals.${verb}`,
    subject: `proposal ${id}`,
    details: { action, ...details },
  })

/** Keeps a command for another operator to decide about; its id. */
export const propose = (
  database: Database,
  proposal: Omit<NewProposal, 'id' | 'preparedById'>,
  operator: Operator,
): Promise<string> =>
  database.transaction(async (tx) => {
    const id = randomUUIDv7()
    await insertProposal(tx, { ...proposal, id, preparedById: operator.id })
    await record(tx, operator, 'ask', { id, action: proposal.action }, { options: proposal.options, why: proposal.why })
    return id
  })

export async function requireProposal(database: Database, id: string): Promise<Proposal> {
  const found = await findOpenProposal(database, id)
  if (!found) throw new ProposalRefused('No such proposal is open; see "approval list".')
  return found
}

/**
 * Throws ProposalRefused where this operator is no second person for it, or the first may not do it any more. `needed`: the
 * role that the command takes.
 */
export async function requireSecondPerson(
  database: Database,
  proposal: Proposal,
  operator: Operator & { readonly role: OperatorRole },
  needed: OperatorRole,
): Promise<void> {
  const all = await listOperators(database)
  const owners = all.filter(isActiveOwner).length
  const { now } = await database.transaction(async (tx) => ({ now: tx.now }))
  const first = all.find(({ id }) => id === proposal.preparedById)
  const isAllowed = first !== undefined && first.disabledAt === null && hasRole(first.role, needed)
  const fault = isAllowed
    ? findApprovalFault(proposal, operator, { owners, now })
    : `${proposal.preparedBy} may not do this any more: refuse it, and prepare it anew if it is meant.`
  if (fault) throw new ProposalRefused(fault)
}

/**
 * Carries a proposal out: `work` gets a database whose first transaction also decides the proposal, so that both commit or
 * neither does, and of two who approve at once one does. Where `work` fails after that, the proposal has failed: it is
 * prepared anew, never taken up twice.
 */
export async function carryOut(
  database: Database,
  proposal: Proposal,
  operator: Operator,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  let isDecided = false
  const decide = async (tx: Transaction) => {
    if ((await decideProposal(tx, proposal.id, { state: 'done', by: operator.id, note: null })) === 0)
      throw new ProposalRefused('This was decided a moment ago.')
    await record(tx, operator, 'grant', proposal, {
      preparedBy: proposal.preparedBy,
      preparedById: proposal.preparedById,
    })
  }
  const deciding: Database = {
    ...database,
    transaction: async (part) => {
      const result = await database.transaction(async (tx) => {
        if (!isDecided) await decide(tx)
        return part(tx)
      })
      isDecided = true
      return result
    },
  }
  try {
    await work(deciding)
  } catch (error) {
    if (isDecided) await failProposal(database, proposal.id, String(error))
    throw error
  }
  if (!isDecided) throw new Error(`"${proposal.action}" did nothing in a transaction: it cannot be approved`)
}

export const refuseProposal = (
  database: Database,
  proposal: Proposal,
  operator: Operator,
  reason: string,
): Promise<void> =>
  database.transaction(async (tx) => {
    if ((await decideProposal(tx, proposal.id, { state: 'refused', by: operator.id, note: reason })) === 0)
      throw new ProposalRefused('This was decided a moment ago.')
    await record(tx, operator, 'refuse', proposal, { reason })
  })
