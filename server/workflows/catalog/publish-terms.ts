import { findTermsFault, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { newestTermsVersion, publishTerms, readNewestTerms } from '#server/modules/catalog/affiliate-terms.service.ts'
import { describeTermsChange, findCrossedBounds } from '#server/modules/catalog/terms-change.rules.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

/** Why these terms cannot be published, or null. */
export async function findPublishFault(db: Queryable, terms: AffiliateTerms): Promise<string | null> {
  const newest = await newestTermsVersion(db)
  return findTermsFault(terms) ?? (terms.version > newest ? null : `other terms need a version above ${newest}`)
}

/** Which numbers change, as lines, and which bounds are crossed that take a second operator. For terms without a fault. */
export const compareTerms = (
  database: Database,
  terms: AffiliateTerms,
): Promise<{ lines: readonly string[]; crossed: readonly string[] }> =>
  database.transaction(async (tx) => {
    const before = await readNewestTerms(tx)
    const today = tx.now.toISOString().slice(0, 10)
    return { lines: describeTermsChange(before, terms), crossed: findCrossedBounds(before, terms, today) }
  })

/** Adds a version of the affiliate terms; it counts from its `since`. Null, or why it cannot be published. */
export const publishAffiliateTerms = (
  database: Database,
  terms: AffiliateTerms,
  operator: Operator,
): Promise<string | null> =>
  database.transaction(async (tx) => {
    const fault = await findPublishFault(tx, terms)
    if (fault) return fault
    if (!(await publishTerms(tx, terms, operator.name)))
      return `somebody published version ${terms.version} a moment ago`
    await recordAction(tx, {
      operator,
      action: 'terms-publish',
      subject: `affiliate terms ${terms.version}`,
      details: terms,
    })
    return null
  })
