import { addStatement, findNewestStatement, readToday } from '#server/modules/canary/canary.service.ts'
import { fingerprintOf, isSigned, readPublicKey } from '#server/modules/canary/canary-signature.ts'
import { findStatementFault, readStatementDate } from '#server/modules/canary/canary.rules.ts'
import { readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'

type SignedStatement = { readonly text: string; readonly signature: Buffer }

/** Reason why a statement cannot be published, as a sentence; null: none. */
async function findCanaryFault(db: Queryable, { text, signature }: SignedStatement): Promise<string | null> {
  const { canaryKey } = await readSettings(db)
  if (!canaryKey) return 'No key is published yet: "canary key --file PUBLIC.pem" does that.'
  if (!isSigned(text, signature, canaryKey))
    return 'The signature is not over these bytes with the published key. Nothing may be changed after signing, not even the end of a line.'
  return findStatementFault(text, await readToday(db), (await findNewestStatement(db))?.date ?? null)
}

/** Accepts the output of `openssl` (64 bytes) or its base64; the field is the file in base64. */
function readSignature(field: string): Buffer | null {
  const bytes = Buffer.from(field, 'base64')
  const decoded = bytes.length === 64 ? bytes : Buffer.from(bytes.toString('latin1').trim(), 'base64')
  return decoded.length === 64 ? decoded : null
}

/** Publishes a signed statement after checking signature and date. */
export const publishCanary: Act<'canary.publish'> = async (tx, { file: text, signature: given }, operator) => {
  const signature = readSignature(given)
  if (!signature) return refuse('InvalidInput', 'A signature with Ed25519 has 64 bytes, as they are or in base64.')
  const fault = await findCanaryFault(tx, { text, signature })
  const date = readStatementDate(text)
  if (fault !== null || !date) return refuse('NotPossible', fault ?? 'The statement names no date.')
  await addStatement(tx, { text, signature, date, operator: operator.name })
  return done({ date }, `canary ${date}`, {})
}

/** Sets the key for statements. */
export const nameCanaryKey: Act<'canary.key'> = async (tx, { file }) => {
  const key = readPublicKey(file)
  if (!key)
    return refuse('InvalidInput', '{file} holds no Ed25519 public key; openssl pkey -in KEY.pem -pubout writes it.')
  const fingerprint = fingerprintOf(key)
  await saveSetting(tx, 'canaryKey', key.export({ type: 'spki', format: 'pem' }).toString())
  const takesTwo = 'The key of the canary is named by two operators.'
  return done({ fingerprint }, 'canary key', { fingerprint }, { takesTwo })
}
