import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

/** Hours for which the only owner must wait before deciding their own proposal. */
export const aloneHours = 24
/** Days until an undecided proposal expires. */
export const proposalDays = 7
/** Maximum of open proposals of an operator, because each is mailed to all. */
export const maxOpenProposals = 50

type Prepared = {
  readonly preparedById: string
  readonly preparedAt: Date
  /** Owner whom the proposal would remove, if any. */
  readonly againstId: string | null
  /** Time at which that owner stopped it. */
  readonly stoppedAt: Date | null
}
type Decider = { readonly id: string; readonly role: OperatorRole }
/**
 * `others`: owners who can sign in, without the author and the one concerned. `lastGoneAt`: time at which there last
 * was another owner.
 */
type Owners = { readonly others: number; readonly lastGoneAt: Date | null; readonly now: Date }
const hour = 3_600_000

/** Time from which the author may decide alone if no other owner can. */
export const aloneFrom = ({ preparedAt }: Pick<Prepared, 'preparedAt'>, lastGoneAt: Date | null): Date =>
  new Date(Math.max(preparedAt.getTime(), lastGoneAt?.getTime() ?? 0) + aloneHours * hour)

/** Reason why this operator cannot approve the proposal; null: none. */
export function findApprovalFault(
  prepared: Prepared,
  { id, role }: Decider,
  { others, lastGoneAt, now }: Owners,
): Sentence | null {
  const { preparedById, preparedAt, againstId, stoppedAt } = prepared
  if (now.getTime() - preparedAt.getTime() >= proposalDays * 24 * hour)
    return sentence('proposal.tooOld', { days: proposalDays })
  if (preparedById !== id) return id === againstId && others > 0 ? sentence('proposal.aboutYou') : null
  if (role !== 'owner' || others > 0) return sentence('proposal.isYours')
  if (stoppedAt !== null) return sentence('proposal.isStopped')
  const from = aloneFrom(prepared, lastGoneAt)
  return now.getTime() >= from.getTime() ? null : sentence('proposal.aloneFrom', { from: from.toISOString() })
}

/** Roles with power over money or operators, which need two operators to assign. */
export const isGivenByTwo = (role: OperatorRole): boolean => role === 'owner' || role === 'finance'

type Member = {
  readonly id: string
  readonly name: string
  readonly role: OperatorRole
  readonly createdBy: string | null
  readonly acceptedAt: Date | null
}
const wasInvitedBy = (one: Member, other: Member): boolean => one.createdBy === other.id && !isGivenByTwo(one.role)

/**
 * Reason why these two cannot decide together yet; null: none. One owner alone can invite support, so a new account could be a
 * second one of theirs. The others are notified and get as long as after a proposal of a single owner.
 */
export function findNewcomerFault(one: Member, other: Member, now: Date): Sentence | null {
  const newcomer = [one, other].find((each) => wasInvitedBy(each, each === one ? other : one))
  if (!newcomer?.acceptedAt) return null
  const from = new Date(newcomer.acceptedAt.getTime() + aloneHours * hour)
  if (now.getTime() >= from.getTime()) return null
  return sentence('proposal.newcomer', { operator: newcomer.name, from: from.toISOString() })
}

type Contest = { readonly preparedById: string; readonly againstId: string; readonly preparedAt: Date }

/** Open proposal in which this operator and another owner oppose each other; undefined if none. */
export const findContest = <C extends Contest>(open: readonly C[], id: string, now: Date): C | undefined =>
  open.find(
    ({ preparedById, againstId, preparedAt }) =>
      (preparedById === id || againstId === id) && now.getTime() - preparedAt.getTime() < proposalDays * 24 * hour,
  )
