import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import * as repo from './links.repo.ts'
import { deleteOldLinks } from './old-links.repo.ts'
import type { LinkKey } from './credential.ts'

/**
 * Token of a tunnel link: 128 bits, derived from the deployment's secret key. The link can therefore be shown again,
 * but a database dump does not reveal it.
 */
const linkToken = (digest: KeyedDigest, { number, generation }: LinkKey): string =>
  digest('tunnel link', `${number}.${generation}`).subarray(0, 16).toString('base64url')

/** True if a text has the form of our own link tokens. */
export const isLinkToken = (token: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(token)

const linkTokenHash = (token: string): Buffer => createHash('sha256').update(`link ${token}`).digest()

type ShownLink = {
  readonly deviceId: string
  readonly token: string
  readonly madeAt: Date
  readonly seenAt: Date | null
}

export async function addLink(tx: Transaction, digest: KeyedDigest, userId: string, deviceId: string): Promise<string> {
  const { number } = await repo.nextNumber(tx)
  const token = linkToken(digest, { number, generation: 1 })
  await repo.insertLink(tx, { number, userId, deviceId, tokenHash: linkTokenHash(token) })
  return token
}

export const listLinks = async (db: Queryable, digest: KeyedDigest, userId: string): Promise<ShownLink[]> =>
  (await repo.listLinks(db, userId)).map(({ deviceId, madeAt, seenAt, ...key }) => ({
    deviceId,
    token: linkToken(digest, key),
    madeAt,
    seenAt,
  }))

/**
 * Replaces the tunnel link of a device, or all links of a user (`deviceId` null). Old tokens and credentials stop
 * working, and so do subscription URLs of an earlier panel that led to them. Returns the new tokens.
 */
export async function rotateLinks(
  tx: Transaction,
  digest: KeyedDigest,
  userId: string,
  deviceId: string | null,
): Promise<string[]> {
  const links = (await repo.lockLinks(tx, userId)).filter((link) => deviceId === null || link.deviceId === deviceId)
  if (deviceId === null) await deleteOldLinks(tx, userId, null)
  const tokens: string[] = []
  for (const { number, generation, deviceId: rotated } of links) {
    if (deviceId !== null) await deleteOldLinks(tx, userId, rotated)
    const token = linkToken(digest, { number, generation: generation + 1 })
    await repo.setGeneration(tx, number, generation + 1, linkTokenHash(token))
    tokens.push(token)
  }
  return tokens
}

export const findLink = async (db: Queryable, token: string): Promise<repo.Link | null> =>
  isLinkToken(token) ? ((await repo.findByToken(db, linkTokenHash(token))) ?? null) : null

export async function noteFetch(db: Queryable, number: number): Promise<void> {
  await repo.touchLink(db, number)
}
