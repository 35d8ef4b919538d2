import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Queryable } from '#server/platform/database.ts'
import { countDistinctPayers } from './ties.queries.ts'

/**
 * Paying customers by which an inviter's tier counts: distinct payers, and no payment whose payer nobody named. Looks at enough
 * friends for the highest tier that comes by itself, also where several of them share a payer.
 */
export async function countForTier(db: Queryable, inviterId: string, { tiers }: AffiliateTerms): Promise<number> {
  const highest = Math.max(...tiers.filter(({ byOperator }) => !byOperator).map((tier) => tier.fromPaidReferrals))
  return highest === 0 ? 0 : (await countDistinctPayers(db, inviterId, highest * 4)).payers
}
