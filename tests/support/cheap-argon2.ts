import { createRequire } from 'node:module'

type Argon2 = typeof import('@node-rs/argon2')
const real = createRequire(import.meta.url)('@node-rs/argon2') as Argon2

let isCheap = true

/** Switches to the real hashing cost for tests of that cost; `false`: back to cheap. */
export const hashAtRealCost = (wanted: boolean): void => void (isCheap = !wanted)

/**
 * Replaces the library in database tests, which create accounts by the thousand: hashes have the real format but take a
 * thirtieth of the time. `verify` uses the cost stored in the hash.
 */
export const hash: Argon2['hash'] = (password, options, signal) =>
  real.hash(password, isCheap ? { ...options, memoryCost: 512, timeCost: 1 } : options, signal)
export const verify: Argon2['verify'] = real.verify

/** @public `hash-cheaply.ts` replaces the library with this module. */
export default { ...real, hash, verify }
