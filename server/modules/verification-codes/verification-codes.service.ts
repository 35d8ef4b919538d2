import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { AddressKind } from '#shared/account-rules.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { judgeTry, lifeMinutes, resendAfterSeconds, type CodeState } from './verification-codes.rules.ts'
import * as repo from './verification-codes.repo.ts'

/**
 * Target of a verification code: one purpose, one email address or phone number (in stored form), and for `bind` one
 * account.
 */
export type CodeTarget =
  | { readonly purpose: 'register' | 'reset'; readonly kind: AddressKind; readonly address: string }
  | { readonly purpose: 'bind'; readonly kind: AddressKind; readonly address: string; readonly userId: string }

/** Requester of a verification code, identified by the ticket returned with the code, or else by device and network. */
export type CodeAsker = { readonly ticket?: string | undefined; readonly device: string }

export const codeTimes = { resendAfterSeconds, validForSeconds: lifeMinutes * 60 }

const keyOf = (digest: KeyedDigest, target: CodeTarget): Buffer =>
  digest(
    'code target',
    JSON.stringify([target.purpose, target.kind, target.address, 'userId' in target ? target.userId : '']),
  )

const hashOf = (digest: KeyedDigest, target: CodeTarget, code: string): Buffer =>
  digest('code', `${keyOf(digest, target).toString('base64')} ${code}`)

const ticketOf = (digest: KeyedDigest, ticket: string): Buffer => digest('code ticket', ticket)

type SentCode = { readonly ticket: string; readonly expiresAt: Date }

/**
 * Creates a verification code and its ticket in the caller's transaction. The database stores only keyed digests of
 * both.
 */
export async function issueCode(
  tx: Transaction,
  digest: KeyedDigest,
  target: CodeTarget,
  asker: CodeAsker,
): Promise<SentCode & { code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { ...(await insert(tx, digest, { target, asker, codeHash: hashOf(digest, target, code) })), code }
}

/**
 * Creates a ticket that no code matches, so that every attempt with it fails. It is given out when no code is sent, and
 * its database row looks like that of a real code.
 */
export const issueNoCode = (
  tx: Transaction,
  digest: KeyedDigest,
  target: CodeTarget,
  asker: CodeAsker,
): Promise<SentCode> => insert(tx, digest, { target, asker, codeHash: randomBytes(32) })

async function insert(
  tx: Transaction,
  digest: KeyedDigest,
  { target, asker, codeHash }: { target: CodeTarget; asker: CodeAsker; codeHash: Buffer },
): Promise<SentCode> {
  const ticket = `wc_${randomBytes(16).toString('base64url')}`
  const row = {
    ticket: ticketOf(digest, ticket),
    target: keyOf(digest, target),
    asker: deviceOf(digest, asker),
    codeHash,
  }
  return { ticket, expiresAt: (await repo.insertCode(tx, row)).expiresAt }
}

const deviceOf = (digest: KeyedDigest, { device }: CodeAsker): Buffer => digest('code asker', device)

/** Result of an attempt at a verification code. `row`: argument for `claimCode`. */
type CodeTry = { readonly state: CodeState; readonly row: { ticket: Buffer; codeHash: Buffer } | null }

/** Checks a verification code. Counts the attempt in any case, so call it outside transactions that may roll back. */
export async function tryCode(
  db: Queryable,
  digest: KeyedDigest,
  { target, asker, code }: { target: CodeTarget; asker: CodeAsker; code: string },
): Promise<CodeTry> {
  const key = keyOf(digest, target)
  const tried =
    asker.ticket === undefined
      ? await repo.countBareTry(db, key, deviceOf(digest, asker))
      : await repo.countTicketTry(db, ticketOf(digest, asker.ticket), key)
  if (!tried) return { state: 'wrong', row: null }
  const matches = timingSafeEqual(tried.codeHash, hashOf(digest, target, code))
  return { state: judgeTry(matches, tried.usedAt, tried.now), row: tried }
}

/**
 * Uses up a verification code in the transaction of its effect. Returns true only for the first of two concurrent
 * calls.
 */
export const claimCode = async (tx: Transaction, row: CodeTry['row']): Promise<boolean> =>
  row !== null && (await repo.useCode(tx, row.ticket, row.codeHash)) === 1

export async function forgetUnusedCodes(
  tx: Transaction,
  digest: KeyedDigest,
  targets: readonly CodeTarget[],
): Promise<void> {
  const keys = targets.map((target) => keyOf(digest, target))
  await repo.deleteUnusedCodes(tx, keys)
}

export const forgetExpiredCodes = (db: Queryable, limit: number): Promise<number> => repo.deleteExpired(db, limit)
