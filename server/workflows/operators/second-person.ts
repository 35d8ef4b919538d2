import { randomUUIDv7 } from 'node:crypto'
import { hasRole, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { isActiveOwner } from '#server/modules/operators/operators.rules.ts'
import {
  countOpenProposals,
  decideProposal,
  findOpenProposal,
  insertProposal,
  type NewProposal,
  type Proposal,
} from '#server/modules/operators/proposals.queries.ts'
import { listOperators } from '#server/modules/operators/operators.queries.ts'
import {
  aloneHours,
  findApprovalFault,
  maxOpenProposals,
  proposalDays,
} from '#server/modules/operators/second-person.rules.ts'
import { Refused, type Acting } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { tellOperators } from './tell-operators.ts'

/** Keeps an action with its input for another operator to decide about; its id. */
export const propose = (
  database: Database,
  proposal: Omit<NewProposal, 'id' | 'preparedById'>,
  { id: preparedById, name, role }: Acting,
  config: Config,
): Promise<string> =>
  database.transaction(async (tx) => {
    if ((await countOpenProposals(tx, preparedById, proposalDays)).count >= maxOpenProposals)
      throw new Refused(
        'NotPossible',
        `${maxOpenProposals} proposals of yours wait already: refuse what is not meant any more.`,
      )
    const id = randomUUIDv7()
    await insertProposal(tx, { ...proposal, id, preparedById })
    const { action, input, why } = proposal
    await recordAction(tx, {
      operator: { id: preparedById, name },
      action: 'approvals.ask',
      subject: `proposal ${id}`,
      details: { action, options: input, why },
    })
    const isAlone = role === 'owner' && (await listOperators(tx)).filter(isActiveOwner).length <= 1
    const aloneFrom = isAlone ? new Date(tx.now.getTime() + aloneHours * 3_600_000).toISOString() : null
    await tellOperators(tx, config, { kind: 'proposal', id, action, by: name, aloneFrom, days: proposalDays })
    return id
  })

export async function requireProposal(db: Queryable, id: string): Promise<Proposal> {
  const found = await findOpenProposal(db, id)
  if (!found) throw new Refused('NotFound', 'No such proposal is open; see "approvals list".')
  return found
}

/**
 * Throws Refused where this operator is no second person for it, or the first may not do it any more. `needed`: the role
 * that the action takes.
 */
export async function requireSecondPerson(
  tx: Transaction,
  proposal: Proposal,
  operator: Acting,
  needed: OperatorRole,
): Promise<void> {
  const all = await listOperators(tx)
  const owners = all.filter(isActiveOwner).length
  const first = all.find(({ id }) => id === proposal.preparedById)
  const isAllowed = first !== undefined && first.disabledAt === null && hasRole(first.role, needed)
  const fault = isAllowed
    ? findApprovalFault(proposal, operator, { owners, now: tx.now })
    : `${proposal.preparedBy} may not do this any more: refuse it, and prepare it anew if it is meant.`
  if (fault) throw new Refused('Forbidden', fault)
}

/** Of two who decide at once, one does: the row is held until the transaction ends. */
export async function closeProposal(
  tx: Transaction,
  { id }: Proposal,
  decision: { state: 'done' | 'refused'; by: string; note: string | null },
): Promise<void> {
  if ((await decideProposal(tx, id, decision)) === 0) throw new Refused('NotPossible', 'This was decided a moment ago.')
}
