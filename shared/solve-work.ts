import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { WorkChallenge } from '#shared/work-challenge.ts'

/**
 * The header `work` for a puzzle: ALTCHA's payload. The rounds are the browser's own PBKDF2, which runs beside the main
 * thread; an unsolvable puzzle gives a header that the server refuses.
 */
export async function solveWork(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 20_000 })
  return btoa(JSON.stringify({ challenge, solution }))
}
