import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Queryable } from '#server/platform/database.ts'
import { countDistinctPayers } from './ties.queries.ts'

/**
 * Number of paying customers for an inviter's tier: distinct known payers. Reads enough friends for the highest
 * automatic tier even if several share a payer.
 */
export async function countForTier(db: Queryable, inviterId: string, { tiers }: AffiliateTerms): Promise<number> {
  const highest = Math.max(...tiers.filter(({ byOperator }) => !byOperator).map((tier) => tier.fromPaidReferrals))
  return highest === 0 ? 0 : (await countDistinctPayers(db, inviterId, highest * 4)).payers
}
