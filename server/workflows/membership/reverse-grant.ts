import { currencies } from '#shared/money.ts'
import { withdrawAllOf } from '#server/modules/benefits/benefits.queries.ts'
import { findGrantOf, findMembership } from '#server/modules/membership/membership.queries.ts'
import { findConverters, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { findReversalFault, type ReversalFault } from '#server/modules/membership/reversal.rules.ts'
import { listDifferences } from '#server/modules/orders/orders.queries.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import { readPlanRates } from './read-plan-rates.ts'
import { requireUser } from './name-subject.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const why: Readonly<Record<ReversalFault, Sentence>> = {
  reversed: sentence('grant.takenBackBefore'),
  'of-money': sentence('grant.wasPaid'),
  'of-invite': sentence('grant.wasEarned'),
  'of-trial': sentence('grant.isTrial'),
  'of-rules': sentence('grant.isDerived'),
}

export const reverseTime: Act<'people.reverse-grant'> = async (tx, { user, grant: named, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const found = await findGrantOf(tx, userId, named)
  if (!found) return refuse('NotFound', sentence('grant.unknown', { uid }))
  const fault = findReversalFault(found, found.isReversed)
  if (fault) return refuse('NotPossible', why[fault])
  const { source, sourceId } = found
  const converters = await findConverters(tx, { userId, source, sourceId })
  const [raised] = converters.length > 0 ? await listDifferences(tx, converters) : []
  if (raised) return refuse('NotPossible', sentence('order.hasRaise', { order: raised.number }))
  const before = await findMembership(tx, userId)
  const reversal = { source, sourceId, reversedBy: `operator ${found.id}`, note: reason }
  const changed = await reverseGrant(tx, reversal, await readPlanRates(tx, currencies[0]))
  if (!changed) return refuse('NotPossible', why.reversed)
  const after = await findMembership(tx, userId)
  const isYearly = Boolean(after?.yearlyUntil && after.yearlyUntil > tx.now)
  const benefits = isYearly ? 0 : await withdrawAllOf(tx, userId)
  const output = {
    uid,
    before: before?.expiresAt ?? null,
    after: changed.expiresAt,
    seconds: changed.seconds,
    benefits,
  }
  return done(output, `user ${uid}`, { reason, grant: found.id, source, ...output })
}
