import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const aloneHours = 24
export const proposalDays = 7
/** Maximum number of open proposals per operator, because each one sends a mail to all operators. */
export const maxOpenProposals = 50

type Prepared = {
  readonly preparedById: string
  readonly preparedAt: Date
  readonly againstId: string | null
  /** Time at which the owner whom the proposal would remove stopped it. */
  readonly stoppedAt: Date | null
}
type Decider = { readonly id: string; readonly role: OperatorRole }
/**
 * Owners who could decide a proposal. `others`: number of owners who can sign in, except the proposer and the owner
 * concerned. `lastGoneAt`: time at which the last other owner was lost. `isUnopened`: the shop was never opened and has
 * no members.
 */
type Owners = {
  readonly others: number
  readonly lastGoneAt: Date | null
  readonly isUnopened: boolean
  readonly now: Date
}
const hour = 3_600_000

/**
 * Time from which the proposer may decide alone if there is no other owner. The first owner of a shop that was never
 * opened need not wait, except to remove another owner: there is nothing to steal yet, and a shop could not be set up
 * within a day otherwise.
 */
export const aloneFrom = (
  { preparedAt, againstId }: Pick<Prepared, 'preparedAt' | 'againstId'>,
  { lastGoneAt, isUnopened }: Pick<Owners, 'lastGoneAt' | 'isUnopened'>,
): Date =>
  isUnopened && againstId === null && lastGoneAt === null
    ? preparedAt
    : new Date(Math.max(preparedAt.getTime(), lastGoneAt?.getTime() ?? 0) + aloneHours * hour)

export function findApprovalFault(
  prepared: Prepared,
  { id, role }: Decider,
  { others, lastGoneAt, isUnopened, now }: Owners,
): Sentence | null {
  const { preparedById, preparedAt, againstId, stoppedAt } = prepared
  if (now.getTime() - preparedAt.getTime() >= proposalDays * 24 * hour)
    return sentence('proposal.tooOld', { days: proposalDays })
  if (preparedById !== id) return id === againstId && others > 0 ? sentence('proposal.aboutYou') : null
  if (role !== 'owner' || others > 0) return sentence('proposal.isYours')
  if (stoppedAt !== null) return sentence('proposal.isStopped')
  const from = aloneFrom(prepared, { lastGoneAt, isUnopened })
  return now.getTime() >= from.getTime() ? null : sentence('proposal.aloneFrom', { from: from.toISOString() })
}

/** True for roles with power over money or operators. Two operators are needed to assign such a role. */
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
 * Reason why these two operators cannot decide a proposal together yet, or null. An owner could invite a second account
 * of their own to approve their own proposals. The other operators are notified of a new account and have a day to
 * react.
 */
export function findNewcomerFault(one: Member, other: Member, now: Date): Sentence | null {
  const newcomer = [one, other].find((each) => wasInvitedBy(each, each === one ? other : one))
  if (!newcomer?.acceptedAt) return null
  const from = new Date(newcomer.acceptedAt.getTime() + aloneHours * hour)
  if (now.getTime() >= from.getTime()) return null
  return sentence('proposal.newcomer', { operator: newcomer.name, from: from.toISOString() })
}

type Contest = { readonly preparedById: string; readonly againstId: string; readonly preparedAt: Date }

export const findContest = <C extends Contest>(open: readonly C[], id: string, now: Date): C | undefined =>
  open.find(
    ({ preparedById, againstId, preparedAt }) =>
      (preparedById === id || againstId === id) && now.getTime() - preparedAt.getTime() < proposalDays * 24 * hour,
  )
