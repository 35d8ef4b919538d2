import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { fingerprintOf, isSigned, readPublicKey } from './canary-signature.ts'
import * as repo from './canary.repo.ts'
import { isStale, lastGoodDay, readStatementDate } from './canary.rules.ts'
import { listStatements, type StatementRow } from './canary.queries.ts'

export const readToday = async (db: Queryable): Promise<string> => (await repo.readToday(db)).today

export const findNewestStatement = async (db: Queryable): Promise<StatementRow | null> =>
  (await listStatements(db, 1, null))[0] ?? null

export const addStatement = (
  db: Queryable,
  statement: { date: string; text: string; signature: Buffer; operator: string },
) => repo.insertStatement(db, { id: randomUUIDv7(), ...statement })

type CanaryState = 'current' | 'stale' | 'unverified'
type CanaryView = {
  readonly date: string
  readonly lastGoodDay: string
  readonly state: CanaryState
  readonly text: string
  /** Signature of the statement: 64 bytes in base64. */
  readonly signature: string
  readonly key: { readonly pem: string; readonly fingerprint: string } | null
}

/**
 * Newest canary statement, verified again at each call. Its state is `unverified` if no key is set, or if the text or
 * the key has changed since. Null if none was published.
 */
export async function describeCanary(db: Queryable, publicKeyPem: string | null): Promise<CanaryView | null> {
  const newest = await findNewestStatement(db)
  if (!newest) return null
  const today = await readToday(db)
  const { text, signature } = newest
  // Uses the signed date and not the column by which the rows are sorted, because only the text is signed.
  const signedDate = readStatementDate(text)
  const date = signedDate ?? newest.date
  const key = publicKeyPem === null ? null : readPublicKey(publicKeyPem)
  return {
    date,
    lastGoodDay: lastGoodDay(date),
    state:
      !signedDate || !isSigned(text, signature, publicKeyPem)
        ? 'unverified'
        : isStale(date, today)
          ? 'stale'
          : 'current',
    text,
    signature: signature.toString('base64'),
    key: key && { pem: key.export({ type: 'spki', format: 'pem' }).toString(), fingerprint: fingerprintOf(key) },
  }
}
