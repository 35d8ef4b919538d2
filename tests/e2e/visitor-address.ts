import { randomInt } from 'node:crypto'

/**
 * Gives a new account its own IP address, as behind a proxy: a run creates more accounts than one network may in an
 * hour without a puzzle.
 */
export const fromOwnAddress = (): { 'x-forwarded-for': string } => ({
  // 198.18.0.0/15 is reserved for tests (RFC 2544).
  'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`,
})
