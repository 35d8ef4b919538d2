import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { normalizePassword } from '#shared/account-rules.ts'
import { FairQueue } from './fair-queue.ts'
import { isImported, verifyImported } from './imported-password.ts'

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Queue of password hashes. It leaves one processor core free, so that a flood of sign-ins cannot stop the shop. */
const queue = new FairQueue({ running: Math.max(1, availableParallelism() - 1), perLane: 120, waiting: 400 })

/**
 * Hashes a password. Throws `Unavailable` if too many requests wait. `lane`: network or account of the request; the
 * queue serves lanes in turn.
 */
export const hashPassword = (password: string, lane: string): Promise<string> =>
  queue.run(lane, () => argon2.hash(normalizePassword(password), parameters))

let decoy: Promise<string> | undefined

export const unknownPassword = (): Promise<string> => (decoy ??= argon2.hash(crypto.randomUUID(), parameters))

/**
 * Verifies a password. Takes the same time without an account, for which it compares with a decoy hash and returns
 * false. Imported hashes are of passwords that were not normalized, so the password is also compared as typed.
 */
export async function verifyPassword(stored: string | undefined, password: string, lane: string): Promise<boolean> {
  const forms = new Set([normalizePassword(password), password])
  // A hash imported from another system is quick to check, which would reveal that the account exists. Verifying a
  // decoy as well hides the difference.
  const imported = stored !== undefined && isImported(stored) ? stored : null
  const against = imported === null && stored !== undefined ? stored : await unknownPassword()
  let right = false
  for (const form of forms) right ||= await queue.run(lane, () => argon2.verify(against, form))
  if (imported === null) return stored !== undefined && right
  let matches = false
  for (const form of forms) matches ||= await queue.run(lane, () => verifyImported(imported, form))
  return matches
}
