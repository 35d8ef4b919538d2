import { createCipheriv } from 'node:crypto'
import type { KeyedDigest } from '#server/platform/keyed-digest.ts'

/**
 * Number of a dummy credential that is added to every list of users for a node, because no known node software accepts
 * an empty list. No tunnel link has this number.
 */
export const sentinelNumber = 1

export type LinkKey = { readonly number: number; readonly generation: number }

const blockBytes = 16

/**
 * Computes the credentials (UUIDs) with which tunnel links authenticate at the nodes of a group. They are derived from
 * a key and never stored. Each group has its own key, so a stolen node exposes only its own group. Uses AES blocks,
 * because computing 100,000 digests took seconds.
 */
export function credentialsOf(digest: KeyedDigest, group: string, links: readonly LinkKey[]): string[] {
  const cipher = createCipheriv('aes-256-ecb', digest(`tunnel group ${group}`, 'credentials'), null).setAutoPadding(
    false,
  )
  const blocks = Buffer.alloc(links.length * blockBytes)
  for (const [index, { number, generation }] of links.entries()) {
    const at = index * blockBytes
    blocks.writeUIntBE(number, at, 6)
    blocks.writeUInt32BE(generation, at + 12)
  }
  const bytes = cipher.update(blocks)
  return links.map((_link, index) => {
    const at = index * blockBytes
    bytes[at + 6] = ((bytes[at + 6] as number) & 0x0f) | 0x40
    bytes[at + 8] = ((bytes[at + 8] as number) & 0x3f) | 0x80
    const hex = bytes.toString('hex', at, at + blockBytes)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  })
}

export const credentialOf = (digest: KeyedDigest, group: string, link: LinkKey): string =>
  credentialsOf(digest, group, [link])[0] as string
