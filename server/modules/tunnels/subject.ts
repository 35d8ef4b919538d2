import type { KeyedDigest } from '#server/platform/keyed-digest.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const length = 20

/**
 * What panels and nodes know a person by: 100 bits of a keyed digest, the same each time. Panels write names into links and
 * show them, so that nothing of an account may be in it.
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
