import type { OperatorRole } from '#shared/contract/operator/roles.ts'

/** For so long the only owner waits before deciding about what they prepared themselves. */
export const aloneHours = 24
/** A proposal that nobody decides about is over. */
export const proposalDays = 7

/** So many of one operator wait at the same time: each one is mailed to all. */
export const maxOpenProposals = 50

type Prepared = { readonly preparedById: string; readonly preparedAt: Date }
type Decider = { readonly id: string; readonly role: OperatorRole }
const hour = 3_600_000

/** Why this operator cannot approve it, as a sentence; null where they can. `owners`: how many can sign in. */
export function findApprovalFault(
  { preparedById, preparedAt }: Prepared,
  { id, role }: Decider,
  { owners, now }: { owners: number; now: Date },
): string | null {
  const age = now.getTime() - preparedAt.getTime()
  if (age >= proposalDays * 24 * hour) return `This was prepared more than ${proposalDays} days ago: prepare it anew.`
  if (preparedById !== id) return null
  if (role !== 'owner' || owners > 1) return 'You prepared this: another operator approves it.'
  const from = new Date(preparedAt.getTime() + aloneHours * hour)
  return age >= aloneHours * hour
    ? null
    : `You prepared this, and there is no other owner: you can approve it yourself from ${from.toISOString()}.`
}
