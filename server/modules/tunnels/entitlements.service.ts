import type { Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { deriveEntitlement, noTerms, type Entitlement } from './entitlement.rules.ts'
import { findTerms } from './entitlements.queries.ts'
import { subjectOf } from './subject.ts'

/** Returns the entitlement of this moment, by the database's clock. */
export async function readEntitlement(db: Queryable, digest: KeyedDigest, userId: string): Promise<Entitlement> {
  const terms = await findTerms(db, userId)
  return deriveEntitlement(subjectOf(digest, userId), terms ?? noTerms, terms?.now ?? new Date(0))
}
