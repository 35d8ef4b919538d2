import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './catalog.repo.ts'
import { completeTerms, defaultTerms } from './default-settings.ts'
import { listTerms } from './catalog.queries.ts'

export async function readTermsAt(db: Queryable, at: Date): Promise<AffiliateTerms> {
  return completeTerms((await repo.findTermsAt(db, at))?.terms)
}

/**
 * Affiliate terms that were published last, even if they are not in force yet. Returns the default terms if none were
 * published.
 */
export async function readNewestTerms(db: Queryable): Promise<AffiliateTerms> {
  const [newest] = await listTerms(db)
  return completeTerms(newest?.terms)
}

export const newestTermsVersion = async (db: Queryable): Promise<number> =>
  (await repo.findNewestVersion(db)).version ?? defaultTerms.version

/**
 * Publishes a version of the affiliate terms; returns false if it exists. Also stores the default terms, which applied
 * until now without being published.
 */
export async function publishTerms(tx: Transaction, terms: AffiliateTerms, operator: string): Promise<boolean> {
  if (terms.version > defaultTerms.version) await repo.insertTerms(tx, defaultTerms, 'default')
  return (await repo.insertTerms(tx, terms, operator)) === 1
}
