import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { coarseNetwork } from '#server/platform/network.ts'
import * as repo from './sign-in-events.repo.ts'

export type SignIn = {
  /** Null: the name belongs to no one. It is recorded all the same, because it must cost the same. */
  readonly userId: string | null
  readonly platform: string
  /** How: `account_name`, `email`, `phone`, `passkey`, … */
  readonly method: string
  readonly result: repo.SignInResult
  /** As `networkOf` gives it; only a wide range of it is kept, and that for a day. */
  readonly network: string
}

/** Adds to the history that the account's owner sees. */
export async function recordSignIn(db: Queryable, { network, ...signIn }: SignIn): Promise<void> {
  await repo.insertSignIn(db, { ...signIn, id: randomUUIDv7(), network: coarseNetwork(network) })
}

/**
 * The last 20 sign-ins and the last 10 refused tries, newest first. Each kind has places of its own: anyone who got in cannot
 * hide that behind tries that are refused.
 */
export async function listSignIns(db: Queryable, userId: string): Promise<repo.SignInEvent[]> {
  const signedIn = await repo.listSignIns(db, userId, 'signed_in', 20)
  const refused = await repo.listSignIns(db, userId, 'refused', 10)
  return [...signedIn, ...refused].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}
