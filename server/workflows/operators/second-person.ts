import { randomUUIDv7 } from 'node:crypto'
import { hasRole, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { hasMembers } from '#server/modules/membership/membership.queries.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { isActiveOwner } from '#server/modules/operators/operators.rules.ts'
import {
  countOpenProposals,
  decideProposal,
  findOpenProposal,
  listContests,
  lockOpenProposal,
  stopProposal,
  type Contest,
  insertProposal,
  type NewProposal,
  type Proposal,
} from '#server/modules/operators/proposals.queries.ts'
import { openProposed, sealProposed, type Proposed } from '#server/modules/operators/proposals.service.ts'
import { listOperators, lockOperators, type OperatorRow } from '#server/modules/operators/operators.queries.ts'
import {
  aloneFrom,
  findApprovalFault,
  findNewcomerFault,
  findContest,
  maxOpenProposals,
  proposalDays,
} from '#server/modules/operators/second-person.rules.ts'
import { Refused, type Acting } from '#server/platform/act.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { notifyOperators, type EffectsFor } from './notify-operators.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const decidedText = sentence('proposal.justDecided')

export async function requirePlaceForProposal(db: Queryable, operatorId: string): Promise<void> {
  const { count } = await countOpenProposals(db, operatorId, proposalDays)
  if (count >= maxOpenProposals)
    throw new Refused('NotPossible', sentence('proposal.tooMany', { most: maxOpenProposals }))
}

type Proposing = {
  readonly config: Config
  /** Work to do in the same transaction. */
  readonly first: (tx: Transaction) => Promise<void>
  /** Effects of the action, as lines of the mail to an operator. */
  readonly effectsFor: EffectsFor
}

/**
 * Stores an action for approval by a second operator, with input and preview encrypted, and mails the operators.
 * `kept`: part of the input that stays readable, also in the audit log. `isYours`: the proposer may approve it now,
 * as the only owner of a shop that was never opened.
 */
export const propose = (
  database: Database,
  { input, preview, ...proposal }: Omit<NewProposal, 'id' | 'preparedById' | 'sealed'> & Proposed,
  { id: preparedById, name, role }: Acting,
  { config, first, effectsFor }: Proposing,
): Promise<{ readonly id: string; readonly isYours: boolean }> =>
  database.transaction(async (tx) => {
    await first(tx)
    await requirePlaceForProposal(tx, preparedById)
    const id = randomUUIDv7()
    const sealed = sealProposed(createKeyring(config.secretKey), id, { input, preview })
    await insertProposal(tx, { ...proposal, id, sealed, preparedById })
    const { action, why, againstId, kept } = proposal
    await recordAction(tx, {
      operator: { id: preparedById, name },
      action: 'approvals.ask',
      subject: `proposal ${id}`,
      details: { action, options: kept, why },
    })
    const all = await listOperators(tx)
    const { others, lastGoneAt } = ownersBeside(all, { preparedById, againstId })
    const isUnopened = await isShopUnopened(tx, config)
    const isAlone = role === 'owner' && others === 0
    const from = isAlone ? aloneFrom({ preparedAt: tx.now, againstId }, { lastGoneAt, isUnopened }) : null
    const aloneAt = from?.toISOString() ?? null
    const against = all.find((row) => row.id === againstId)?.name ?? null
    const notice = { kind: 'proposal', id, action, by: name, against, aloneFrom: aloneAt, days: proposalDays } as const
    await notifyOperators(tx, config, notice, effectsFor)
    return { id, isYours: from !== null && from.getTime() <= tx.now.getTime() }
  })

export async function requireProposal(db: Queryable, id: string): Promise<Proposal> {
  const found = await findOpenProposal(db, id)
  if (!found) throw new Refused('NotFound', 'proposal.unknown')
  return found
}

export function requireProposed(proposal: Proposal, { secretKey }: Config): Proposed {
  const proposed = openProposed(createKeyring(secretKey), proposal)
  if (!proposed) throw new Refused('NotPossible', 'proposal.unreadable')
  return proposed
}

/**
 * True on a production deployment if no operator has opened or closed the shop yet and nobody has a membership, for
 * example by an import.
 */
const isShopUnopened = async (db: Queryable, { environment }: Config): Promise<boolean> =>
  environment === 'PROD' && (await readSettings(db)).isOpen === null && !(await hasMembers(db))

type About = Pick<Proposal, 'preparedById' | 'againstId'>

function ownersBeside(all: readonly OperatorRow[], { preparedById, againstId }: About) {
  const others = all.filter((row) => isActiveOwner(row) && row.id !== preparedById && row.id !== againstId).length
  const gone = all.flatMap(({ notOwnerSince }) => (notOwnerSince ? [notOwnerSince.getTime()] : []))
  return { others, lastGoneAt: gone.length === 0 ? null : new Date(Math.max(...gone)) }
}

/**
 * Checks that this operator may approve a proposal: throws `Refused` if not, or if the first operator may no longer
 * propose. Locks the accounts of all operators, so that of two owners who remove each other only one succeeds. `needed`
 * and `asking`: roles that may carry out and propose the action. `isEntitled`: the first operator's role would suffice
 * to carry it out.
 */
export async function requireSecondPerson(
  tx: Transaction,
  proposal: Proposal,
  operator: Acting,
  config: Config,
  needed: OperatorRole,
  asking: OperatorRole = needed,
): Promise<{ isEntitled: boolean; firstRole: OperatorRole | undefined }> {
  const open = await lockOpenProposal(tx, proposal.id)
  if (!open) throw new Refused('NotPossible', decidedText)
  const all = await lockOperators(tx)
  const second = all.find(({ id }) => id === operator.id)
  if (!second || second.disabledAt !== null || !hasRole(second.role, needed))
    throw new Refused('Forbidden', 'proposal.youNoLongerMay')
  const first = all.find(({ id }) => id === proposal.preparedById)
  const isAllowed = first !== undefined && first.disabledAt === null && hasRole(first.role, asking)
  const isEntitled = first !== undefined && hasRole(first.role, needed)
  const fault = isAllowed
    ? (findApprovalFault({ ...proposal, ...open }, second, {
        ...ownersBeside(all, proposal),
        isUnopened: await isShopUnopened(tx, config),
        now: tx.now,
      }) ??
      // A support operator may only ask, so the operator who grants the request of support decides alone.
      (isEntitled ? findNewcomerFault(first, second, tx.now) : null))
    : noLongerAllowed(proposal)
  if (fault) throw new Refused('Forbidden', fault)
  return { isEntitled, firstRole: first?.role }
}

export const noLongerAllowed = ({ preparedBy }: Proposal): Sentence =>
  sentence('proposal.theyNoLongerMay', { operator: preparedBy })

export async function stopProposalBy(tx: Transaction, proposal: Proposal, config: Config, by: string): Promise<void> {
  if ((await stopProposal(tx, proposal.id)) === 0) throw new Refused('NotPossible', 'proposal.justStopped')
  const { id, action, preparedBy } = proposal
  await notifyOperators(tx, config, { kind: 'stopped', id, action, by, preparedBy, days: proposalDays })
}

export const findContestOf = async (db: Queryable, id: string): Promise<Contest | undefined> => {
  const open = await listContests(db)
  return open[0] && findContest(open, id, open[0].now)
}

/**
 * Stores the decision about a proposal. Throws `Refused` if it was already decided, so that only one of two concurrent
 * decisions succeeds.
 */
export async function closeProposal(
  tx: Transaction,
  { id }: Proposal,
  decision: { state: 'done' | 'refused'; by: string; note: string | null },
): Promise<void> {
  if ((await decideProposal(tx, id, decision)) === 0) throw new Refused('NotPossible', decidedText)
}
