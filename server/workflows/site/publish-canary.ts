import { addStatement, findNewestStatement, readToday } from '#server/modules/canary/canary.service.ts'
import { fingerprintOf, isSigned, readPublicKey } from '#server/modules/canary/canary-signature.ts'
import { findStatementFault, readStatementDate } from '#server/modules/canary/canary.rules.ts'
import { lockSetting, readSettings, saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { done, refuse, type Act } from '#server/platform/act.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

type SignedStatement = { readonly text: string; readonly signature: Buffer }

async function findCanaryFault(db: Queryable, { text, signature }: SignedStatement): Promise<Sentence | null> {
  const { canaryKey } = await readSettings(db)
  if (!canaryKey) return sentence('canary.noKey')
  if (!isSigned(text, signature, canaryKey)) return sentence('canary.badSignature')
  const newest = await findNewestStatement(db)
  if (newest?.text === text && newest.signature.equals(signature)) return sentence('canary.isNewest')
  return findStatementFault(text, await readToday(db), newest?.date ?? null)
}

/**
 * Reads the signature of a canary statement. Accepts the output of `openssl` (64 bytes) or the same in base64; null for
 * anything else. The form field contains the file in base64.
 */
function readSignature(field: string): Buffer | null {
  const bytes = Buffer.from(field, 'base64')
  const decoded = bytes.length === 64 ? bytes : Buffer.from(bytes.toString('latin1').trim(), 'base64')
  return decoded.length === 64 ? decoded : null
}

export const publishCanary: Act<'canary.publish'> = async (tx, { file: text, signature: given }, operator) => {
  const signature = readSignature(given)
  if (!signature) return refuse('InvalidInput', 'canary.signatureLength')
  const fault = await findCanaryFault(tx, { text, signature })
  const date = readStatementDate(text)
  if (fault !== null || !date) return refuse('NotPossible', fault ?? sentence('canary.noDate'))
  await addStatement(tx, { text, signature, date, operator: operator.name })
  return done({ date }, `canary ${date}`, {})
}

export const nameCanaryKey: Act<'canary.key'> = async (tx, { file }) => {
  const key = readPublicKey(file)
  if (!key) return refuse('InvalidInput', 'canary.noPublicKey')
  const fingerprint = fingerprintOf(key)
  const pem = key.export({ type: 'spki', format: 'pem' }).toString()
  await lockSetting(tx, 'canaryKey')
  if ((await readSettings(tx)).canaryKey === pem) return refuse('NotPossible', 'canary.isCurrentKey')
  await saveSetting(tx, 'canaryKey', pem)
  const takesTwo = sentence('canary.keyTakesTwo')
  return done({ fingerprint }, 'canary key', { fingerprint }, { takesTwo })
}
