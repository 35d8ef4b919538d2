import { randomInt } from 'node:crypto'

/**
 * Each visitor has an address of their own, as behind a proxy: limits by network are for neighbours, and all visitors of a
 * run together are more people than one network may register in an hour.
 */
export const fromOwnAddress = (): { 'x-forwarded-for': string } => ({
  // 198.18.0.0/15 is kept for tests (RFC 2544).
  'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`,
})
