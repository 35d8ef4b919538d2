import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { WorkChallenge } from '#shared/work-challenge.ts'

/**
 * Header `work` for a puzzle, in ALTCHA's payload format. The browser computes PBKDF2 off the main thread. An
 * unsolvable puzzle gives a header that the server rejects.
 */
export async function solveWork(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 20_000 })
  return btoa(JSON.stringify({ challenge, solution }))
}
