import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './affiliate-terms.repo.ts'
import { completeTerms, defaultTerms } from './default-settings.ts'
import { listTerms } from './affiliate-terms.queries.ts'

/** The terms by which an order of that instant is counted, whatever was published since. */
export async function readTermsAt(db: Queryable, at: Date): Promise<AffiliateTerms> {
  return completeTerms((await repo.findTermsAt(db, at))?.terms)
}

/** What was published last, also where it does not count yet; what the product comes with, if nothing was. */
export async function readNewestTerms(db: Queryable): Promise<AffiliateTerms> {
  const [newest] = await listTerms(db)
  return completeTerms(newest?.terms)
}

/** The highest version that was ever published, also one that does not count yet. */
export const newestTermsVersion = async (db: Queryable): Promise<number> =>
  (await repo.findNewestVersion(db)).version ?? defaultTerms.version

/** Adds a version. False if there is one of that number. What counted without being published is kept beside it. */
export async function publishTerms(tx: Transaction, terms: AffiliateTerms, operator: string): Promise<boolean> {
  if (terms.version > defaultTerms.version) await repo.insertTerms(tx, defaultTerms, 'default')
  return (await repo.insertTerms(tx, terms, operator)) === 1
}
