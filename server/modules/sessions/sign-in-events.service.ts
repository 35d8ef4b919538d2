import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { coarseNetwork } from '#server/platform/network.ts'
import * as repo from './sessions.repo.ts'

type SignIn = {
  /**
   * User who signed in. Null for an unknown name: that attempt is recorded as well, so that the response takes the same
   * time.
   */
  readonly userId: string | null
  readonly platform: string
  readonly method: string
  readonly result: repo.SignInResult
  /** Network of the sign-in (result of `networkOf`). Only a wide range of it is stored, for a day. */
  readonly network: string
}

export async function recordSignIn(db: Queryable, { network, ...signIn }: SignIn): Promise<void> {
  await repo.insertSignIn(db, { ...signIn, id: randomUUIDv7(), network: coarseNetwork(network) })
}

/**
 * Last 20 sign-ins and last 10 rejected attempts, newest first. The limits are separate, so that an intruder cannot
 * hide a sign-in behind rejected attempts.
 */
export async function listSignIns(db: Queryable, userId: string): Promise<repo.SignInEvent[]> {
  const signedIn = await repo.listSignIns(db, userId, 'signed_in', 20)
  const refused = await repo.listSignIns(db, userId, 'refused', 10)
  return [...signedIn, ...refused].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}
