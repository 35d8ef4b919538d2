import type { KeyedDigest } from '#server/platform/keyed-digest.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const length = 20

/**
 * Stable pseudonym of a person at VPN panels and nodes: 100 bits of a keyed digest. It must not reveal anything about
 * the account, because panels show it and put it into links.
 */
export function subjectOf(digest: KeyedDigest, userId: string): string {
  let bits = BigInt(`0x${digest('tunnel subject', userId).toString('hex')}`) >> BigInt(256 - 5 * length)
  let letters = ''
  for (let place = 0; place < length; place++) {
    letters = alphabet[Number(bits & 31n)] + letters
    bits >>= 5n
  }
  return `wf_${letters}`
}

/** Returns the user's name at a panel if it is one of our pseudonyms. Null for other users of the same panel. */
export const ownSubject = (name: unknown): string | null =>
  typeof name === 'string' && /^wf_[a-z0-9]{20}$/.test(name) ? name : null
