import { randomUUIDv7 } from 'node:crypto'
import { apiScopes, contactScope } from '#shared/contract/operator/api-keys.ts'
import { makeApiKey } from '#server/modules/api-keys/api-key.ts'
import * as keys from '#server/modules/api-keys/api-keys.queries.ts'
import { done, refuse, type Act, type Read } from '#server/platform/act.ts'
import { sentence } from '#text/sentence.ts'

const subjectOf = (name: string): string => `API key ${name}`
const isEnded = ({ revokedAt, expiresAt }: keys.ApiKeyRow, now: Date): boolean =>
  revokedAt !== null || (expiresAt !== null && expiresAt <= now)

export const listKeys: Read<'api.keys'> = async (database) => {
  const now = new Date()
  const apiKeys = (await keys.listApiKeys(database)).map((row) => ({
    keyName: row.name,
    beginning: row.prefix,
    scopes: row.scopes,
    standing:
      row.revokedAt !== null ? ('revoked' as const) : isEnded(row, now) ? ('expired' as const) : ('valid' as const),
    calls: row.uses,
    lastUsed: row.usedAt,
    expires: row.expiresAt,
    madeBy: row.createdBy,
    keyMade: row.createdAt,
  }))
  return { ok: true, value: { apiKeys } }
}

/**
 * Creates an API key, which is shown once. A key that reads email addresses and phone numbers needs the approval of a
 * second operator.
 */
export const makeKey: Act<'api.make-key'> = async (tx, { keyName, expires, ...input }, { name: createdBy }) => {
  const scopes = apiScopes.filter((scope) => input.scopes.includes(scope))
  if (
    scopes.every((scope) => scope === contactScope) ||
    input.scopes.some((name) => !apiScopes.some((s) => s === name))
  )
    return refuse('InvalidInput', sentence('apiKey.badScopes', { known: apiScopes.join(', ') }))
  const expiresAt = expires === undefined ? null : new Date(expires)
  if (expiresAt !== null && expiresAt <= tx.now) return refuse('InvalidInput', 'apiKey.isPast')
  await keys.lockApiKeys(tx)
  const valid = (await keys.listApiKeys(tx)).filter(({ revokedAt }) => revokedAt === null)
  if (valid.some(({ name }) => name === keyName))
    return refuse('NotPossible', sentence('apiKey.nameTaken', { keyName }))
  if (valid.length >= keys.maxApiKeys)
    return refuse('NotPossible', sentence('apiKey.tooMany', { most: keys.maxApiKeys }))
  const { key, prefix, keyHash } = makeApiKey()
  await keys.insertApiKey(tx, { id: randomUUIDv7(), name: keyName, prefix, keyHash, scopes, createdBy, expiresAt })
  return done(
    { keyName, apiKey: key },
    subjectOf(keyName),
    { scopes, expires: expiresAt },
    { reaches: scopes.includes(contactScope) },
  )
}

export const revokeKey: Act<'api.revoke-key'> = async (tx, { keyName }) => {
  const revoked = await keys.revokeApiKey(tx, keyName)
  if (!revoked) return refuse('NotFound', sentence('apiKey.unknown', { keyName }))
  return done({ keyName, beginning: revoked.prefix }, subjectOf(keyName), {})
}
