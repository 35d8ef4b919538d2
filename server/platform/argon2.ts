import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { normalizePassword } from '#shared/account-rules.ts'
import { FairQueue } from './fair-queue.ts'

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One core stays free for all other work: a flood of sign-ins must not stop the shop. */
const queue = new FairQueue({ running: Math.max(1, availableParallelism() - 1), perLane: 120, waiting: 400 })

/** `lane`: who asks, a network or an account. Lanes take turns; `Unavailable` where too many wait already. */
export const hashPassword = (password: string, lane: string): Promise<string> =>
  queue.run(lane, () => argon2.hash(normalizePassword(password), parameters))

let decoy: Promise<string> | undefined

/** The hash of a password that no one knows: every comparison with it is wrong, in the usual time. */
export const unknownPassword = (): Promise<string> => (decoy ??= argon2.hash(crypto.randomUUID(), parameters))

/**
 * Compares in the same time whether or not there is an account: without a hash it works on a decoy's, and is wrong. A hash from
 * before passwords were normalised is compared with the password as it was typed, where that is another text.
 */
export async function verifyPassword(stored: string | undefined, password: string, lane: string): Promise<boolean> {
  const against = stored ?? (await unknownPassword())
  const forms = new Set([normalizePassword(password), password])
  let right = false
  for (const form of forms) right ||= await queue.run(lane, () => argon2.verify(against, form))
  return stored !== undefined && right
}
