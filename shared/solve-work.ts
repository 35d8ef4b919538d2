import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Proof-of-work puzzle (ALTCHA, https://altcha.org) that the server demands after too many attempts. */
export type WorkChallenge = {
  readonly parameters: {
    readonly algorithm: string
    readonly cost: number
    readonly expiresAt: number
    readonly keyLength: number
    readonly keyPrefix: string
    readonly keySignature: string
    readonly nonce: string
    readonly salt: string
  }
  readonly signature: string
}

/**
 * Solves a proof-of-work puzzle and returns the header `work` in ALTCHA's format. Computes PBKDF2 off the main thread.
 * The server rejects a wrong solution.
 */
export async function solveWork(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 20_000 })
  return btoa(JSON.stringify({ challenge, solution }))
}
