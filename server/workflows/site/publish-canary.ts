import { recordAction } from '#server/modules/audit/audit.service.ts'
import { addStatement, findNewestStatement, readToday } from '#server/modules/canary/canary.service.ts'
import { fingerprintOf, isSigned, readPublicKey } from '#server/modules/canary/canary-signature.ts'
import { findStatementFault, readStatementDate } from '#server/modules/canary/canary.rules.ts'
import { readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'

export type SignedStatement = { readonly text: string; readonly signature: Buffer }

/** Why this statement cannot be published, as a sentence for the operator; null if it can. */
export async function findCanaryFault(db: Queryable, { text, signature }: SignedStatement): Promise<string | null> {
  const { canaryKey } = await readSettings(db)
  if (!canaryKey) return 'No key is published yet: "canary key --file PUBLIC.pem" does that.'
  if (!isSigned(text, signature, canaryKey))
    return 'The signature is not over these bytes with the published key. Nothing may be changed after signing, not even the end of a line.'
  return findStatementFault(text, await readToday(db), (await findNewestStatement(db))?.date ?? null)
}

/** Publishes a signed statement, with an audit row; answers why not, or null. The signature is checked here, too. */
export const publishCanary = (
  database: Database,
  statement: SignedStatement,
  operator: Operator,
): Promise<string | null> =>
  database.transaction(async (tx) => {
    const fault = await findCanaryFault(tx, statement)
    const date = readStatementDate(statement.text)
    if (fault || !date) return fault
    await addStatement(tx, { ...statement, date, operator: operator.name })
    await recordAction(tx, { operator, action: 'canary publish', subject: `canary ${date}`, details: {} })
    return null
  })

/** Names the key with which statements are checked from now on; answers its fingerprint, or null if it is no such key. */
export async function nameCanaryKey(database: Database, pem: string, operator: Operator): Promise<string | null> {
  const key = readPublicKey(pem)
  if (!key) return null
  const fingerprint = fingerprintOf(key)
  await database.transaction(async (tx) => {
    await saveSetting(tx, 'canaryKey', key.export({ type: 'spki', format: 'pem' }).toString())
    await recordAction(tx, { operator, action: 'canary key', subject: 'canary key', details: { fingerprint } })
  })
  return fingerprint
}
