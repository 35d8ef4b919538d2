import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { WorkChallenge } from '#shared/solve-work.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'
import { consumeTry } from './limits.service.ts'

/**
 * Cost of the proof of work: about 400,000 rounds of SHA-256, which take a phone a third of a second in a worker with
 * native crypto.
 */
const cost = 1_000
const fewestSteps = 200
const maxSteps = 600
const lifeSeconds = 5 * 60

const secretsOf = (digest: KeyedDigest) => ({
  hmacSignatureSecret: digest('work', 'challenge').toString('hex'),
  hmacKeySignatureSecret: digest('work', 'key').toString('hex'),
})

/**
 * Creates a proof-of-work challenge (ALTCHA). The challenge is signed and contains its expiry, so the server stores
 * nothing.
 */
export async function offerWork(digest: KeyedDigest): Promise<WorkChallenge> {
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(fewestSteps, maxSteps),
    expiresAt: Math.floor(Date.now() / 1_000) + lifeSeconds,
    deriveKey,
    ...secretsOf(digest),
  })
  const { algorithm, nonce, salt, keyLength, keyPrefix, keySignature = '', expiresAt = 0 } = parameters
  return { parameters: { algorithm, cost, expiresAt, keyLength, keyPrefix, keySignature, nonce, salt }, signature }
}

/**
 * True for a solution of our own unexpired challenge that was not used before. `payload`: base64 JSON as ALTCHA sends
 * it.
 */
export async function redeemWork(db: Queryable, digest: KeyedDigest, payload: string): Promise<boolean> {
  const solved = readPayload(payload)
  if (!solved) return false
  const { verified } = await verifySolution({ ...solved, deriveKey, ...secretsOf(digest) }).catch(() => ({
    verified: false,
  }))
  return verified && consumeTry(db, digest, 'work-spent', solved.challenge.signature)
}

type Solved = {
  challenge: { parameters: WorkChallenge['parameters']; signature: string }
  solution: { counter: number; derivedKey: string }
}

function readPayload(payload: string): Solved | null {
  try {
    const { challenge, solution } = JSON.parse(Buffer.from(payload, 'base64').toString()) as Solved
    const isWhole = typeof challenge.signature === 'string' && typeof solution.derivedKey === 'string'
    return isWhole ? { challenge, solution } : null
  } catch {
    return null
  }
}
