import { randomInt } from 'node:crypto'

/**
 * An account that a journey begins with comes from an address of their own, as behind a proxy: more accounts are opened in one run
 * than one network may open in an hour without a proof of work.
 */
export const fromOwnAddress = (): { 'x-forwarded-for': string } => ({
  // 198.18.0.0/15 is kept for tests (RFC 2544).
  'x-forwarded-for': `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`,
})
