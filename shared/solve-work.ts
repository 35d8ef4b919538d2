import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { WorkChallenge } from '#shared/work-challenge.ts'

/** Header `work` in ALTCHA's format; the browser computes PBKDF2 off the main thread. The server rejects a failed solution. */
export async function solveWork(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 20_000 })
  return btoa(JSON.stringify({ challenge, solution }))
}
