import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { AddressKind } from '#shared/account-rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { judgeTry, lifeMinutes, resendAfterSeconds, type CodeState } from './codes.rules.ts'
import * as repo from './codes.repo.ts'

/** What a code is good for: one purpose, one address (in its stored form), and for `bind` one account. */
export type CodeTarget =
  | { readonly purpose: 'register' | 'reset'; readonly kind: AddressKind; readonly address: string }
  | { readonly purpose: 'bind'; readonly kind: AddressKind; readonly address: string; readonly userId: string }

/** What the caller is told of every code alike. */
export const codeTimes = { resendAfterSeconds, validForSeconds: lifeMinutes * 60 }

const keyOf = (digest: KeyedDigest, target: CodeTarget): Buffer =>
  digest(
    'code target',
    JSON.stringify([target.purpose, target.kind, target.address, 'userId' in target ? target.userId : '']),
  )

const hashOf = (digest: KeyedDigest, target: CodeTarget, code: string): Buffer =>
  digest('code', `${keyOf(digest, target).toString('base64')} ${code}`)

/** Makes a code, in the caller's transaction. It exists in the answer alone; only a keyed digest is stored. */
export async function issueCode(
  tx: Transaction,
  digest: KeyedDigest,
  target: CodeTarget,
): Promise<{ code: string; expiresAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { expiresAt } = await repo.upsertCode(tx, keyOf(digest, target), hashOf(digest, target, code))
  return { code, expiresAt }
}

/** The same work without a code: whoever tries one at this target finds it wrong. */
export async function issueNoCode(
  tx: Transaction,
  digest: KeyedDigest,
  target: CodeTarget,
): Promise<{ expiresAt: Date }> {
  return repo.upsertCode(tx, keyOf(digest, target), randomBytes(32))
}

/** Looks whether a code is right, and counts the try whatever becomes of it: call it outside of transactions. */
export async function tryCode(
  db: Queryable,
  digest: KeyedDigest,
  target: CodeTarget,
  code: string,
): Promise<CodeState> {
  const tried = await repo.countCodeTry(db, keyOf(digest, target))
  const given = hashOf(digest, target, code)
  return judgeTry(
    tried !== undefined && timingSafeEqual(tried.codeHash, given),
    tried?.usedAt ?? null,
    tried?.now ?? new Date(0),
  )
}

/** Uses the code up in the transaction of its effect. False for all but the first of several at once. */
export const claimCode = async (
  tx: Transaction,
  digest: KeyedDigest,
  target: CodeTarget,
  code: string,
): Promise<boolean> => (await repo.useCode(tx, keyOf(digest, target), hashOf(digest, target, code))) === 1

export const forgetExpiredCodes = repo.deleteExpiredCodes
