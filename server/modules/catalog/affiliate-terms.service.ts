import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './catalog.repo.ts'
import { completeTerms, defaultTerms } from './default-settings.ts'
import { listTerms } from './catalog.queries.ts'

/** Terms for an order of that instant, whatever was published since. */
export async function readTermsAt(db: Queryable, at: Date): Promise<AffiliateTerms> {
  return completeTerms((await repo.findTermsAt(db, at))?.terms)
}

/** Terms published last, even if not in force yet; the defaults if there are none. */
export async function readNewestTerms(db: Queryable): Promise<AffiliateTerms> {
  const [newest] = await listTerms(db)
  return completeTerms(newest?.terms)
}

/** Highest published version, even if not in force yet. */
export const newestTermsVersion = async (db: Queryable): Promise<number> =>
  (await repo.findNewestVersion(db)).version ?? defaultTerms.version

/** Publishes a version; returns false if it exists. Stores the default terms as well, which applied unpublished. */
export async function publishTerms(tx: Transaction, terms: AffiliateTerms, operator: string): Promise<boolean> {
  if (terms.version > defaultTerms.version) await repo.insertTerms(tx, defaultTerms, 'default')
  return (await repo.insertTerms(tx, terms, operator)) === 1
}
