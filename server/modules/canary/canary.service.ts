import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { fingerprintOf, isSigned, readPublicKey } from './canary-signature.ts'
import * as repo from './canary.repo.ts'
import { isStale, lastGoodDay, readStatementDate } from './canary.rules.ts'
import { listStatements, type StatementRow } from './canary.queries.ts'

/** Today in UTC by the database's clock, ISO. */
export const readToday = async (db: Queryable): Promise<string> => (await repo.readToday(db)).today

export const findNewestStatement = async (db: Queryable): Promise<StatementRow | null> =>
  (await listStatements(db, 1, null))[0] ?? null

export const addStatement = (
  db: Queryable,
  statement: { date: string; text: string; signature: Buffer; operator: string },
) => repo.insertStatement(db, { id: randomUUIDv7(), ...statement })

export type CanaryState = 'current' | 'stale' | 'unverified'
export type CanaryView = {
  readonly date: string
  readonly lastGoodDay: string
  readonly state: CanaryState
  readonly text: string
  /** 64 bytes, base64. */
  readonly signature: string
  /** PEM, and its fingerprint; null while the operator names none. */
  readonly key: { readonly pem: string; readonly fingerprint: string } | null
}

/**
 * The newest statement as it stands today, checked anew: a text or a key that was changed since shows as `unverified`,
 * however it came there. Null while none was ever published.
 */
export async function describeCanary(db: Queryable, publicKeyPem: string | null): Promise<CanaryView | null> {
  const newest = await findNewestStatement(db)
  if (!newest) return null
  const today = await readToday(db)
  const { text, signature } = newest
  // By what was signed, not by the column that orders the rows.
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
