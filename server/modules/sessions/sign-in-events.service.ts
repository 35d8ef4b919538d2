import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { coarseNetwork } from '#server/platform/network.ts'
import * as repo from './sessions.repo.ts'

export type SignIn = {
  /** Null: unknown name. Recorded all the same, so that it takes the same time. */
  readonly userId: string | null
  readonly platform: string
  /** Sign-in method: `account_name`, `email`, `phone`, `passkey`, … */
  readonly method: string
  readonly result: repo.SignInResult
  /** Result of `networkOf`; only a wide range is kept, for a day. */
  readonly network: string
}

/** Adds to the history that the account's owner sees. */
export async function recordSignIn(db: Queryable, { network, ...signIn }: SignIn): Promise<void> {
  await repo.insertSignIn(db, { ...signIn, id: randomUUIDv7(), network: coarseNetwork(network) })
}

/**
 * Last 20 sign-ins and last 10 rejected tries, newest first. Separate limits, so that an intruder cannot hide a sign-in
 * behind rejected tries.
 */
export async function listSignIns(db: Queryable, userId: string): Promise<repo.SignInEvent[]> {
  const signedIn = await repo.listSignIns(db, userId, 'signed_in', 20)
  const refused = await repo.listSignIns(db, userId, 'refused', 10)
  return [...signedIn, ...refused].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}
