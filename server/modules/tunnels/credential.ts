import type { KeyedDigest } from '#server/platform/keyed-digest.ts'

/** No link has this number: no known daemon applies an empty list, or starts with one. */
export const sentinelNumber = 1

export type LinkKey = { readonly number: number; readonly generation: number }

/**
 * What a link is let in by on the nodes of a group, as a UUID. It is kept nowhere, and that of one group says nothing of that
 * of another: a node that was stolen opens its own group alone.
 */
export function credentialOf(digest: KeyedDigest, group: string, { number, generation }: LinkKey): string {
  const bytes = digest(`tunnel group ${group}`, `${number}.${generation}`).subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
