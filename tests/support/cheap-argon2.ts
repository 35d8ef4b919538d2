import { createRequire } from 'node:module'

type Argon2 = typeof import('@node-rs/argon2')
const real = createRequire(import.meta.url)('@node-rs/argon2') as Argon2

let isCheap = true

/** From now on passwords are hashed at the product's own cost, for a test of that cost; `false`: cheaply again. */
export const hashAtRealCost = (wanted: boolean): void => void (isCheap = !wanted)

/**
 * Stands in for the library in tests with a database, which make accounts by the thousand: a hash has the form and the checks of a
 * real one, and takes a thirtieth of the time. `verify` takes the cost that stands in the hash.
 */
export const hash: Argon2['hash'] = (password, options, signal) =>
  real.hash(password, isCheap ? { ...options, memoryCost: 512, timeCost: 1 } : options, signal)
export const verify: Argon2['verify'] = real.verify

/** @public `vitest.config.ts` puts this module in the library's place. */
export default { ...real, hash, verify }
