/**
 * Matches invisible characters that come along when a code is copied: spaces, control characters, direction marks,
 * emoji selectors.
 */
const unseen = /[\s\p{Cc}\p{Cf}\p{Variation_Selector}]/gu
/** Matches characters by which keyboards and word processors replace the hyphen. */
const dashes = /[\p{Pd}\u2212]/gu

const removeUnseen = (typed: string): string => typed.normalize('NFKC').replaceAll(unseen, '')

export const foldCode = (typed: string): string => removeUnseen(typed).replaceAll(dashes, '-').toUpperCase()

/**
 * Reads a wallet address, alone or in a payment link such as `ethereum:0x…@56`. Keeps its case, which is a checksum. A
 * link for a token (EIP-681) begins with the token's contract, which is nobody's wallet; its parameter `address` is the
 * wallet. Returns other links as typed, which are no addresses.
 */
export function readWalletAddress(typed: string): string {
  const text = removeUnseen(typed)
  const link = /^(?:ethereum|tron):(?:\/\/)?(?:pay-)?([^@?/]+)(?:@\d+)?(?:\/([^?]*))?(?:\?(.*))?$/i.exec(text)
  const [, target, call = '', query = ''] = link ?? []
  if (target === undefined || call === '') return target ?? text
  return (call === 'transfer' && new URLSearchParams(query).get('address')) || text
}

/** Normalizes digits and letters of a code to Crockford base32, which reads O as 0, and I and L as 1. */
export const foldBase32 = (typed: string): string =>
  foldCode(typed).replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Longest text in which an invite code is searched, because people paste the whole link. */
export const typedInviteMaxLength = 512

export type TypedInvite = { readonly inviteCode: string; readonly slug: string }

const inviteCodePattern = /^[0-9A-HJKMNP-TV-Z]{8}$/

/**
 * Reads an invite code, alone or in a link within a chat message. Accepts links of other hosts, because a shop has
 * several hosts; skips values that cannot be a code. Returns any other text normalized, so that the server rejects it.
 */
export function readInvite(typed: string): TypedInvite {
  const text = typed.normalize('NFKC').replaceAll(unseen, (sign) => (/\s/.test(sign) ? ' ' : ''))
  const inLinks = [...text.matchAll(/[?&](?:r|invite)=([0-9a-z\p{Pd}\u2212]+)/giu)].map((match) => match[1] as string)
  const invites = [...inLinks, typed].map(splitInvite)
  return invites.find(({ inviteCode }) => inviteCodePattern.test(inviteCode)) ?? splitInvite(typed)
}

function splitInvite(typed: string): TypedInvite {
  const [, code, slug] = /^([0-9A-Z]{8})-([0-9A-Z-]+)$/.exec(foldCode(typed)) ?? []
  return { inviteCode: foldBase32(code ?? typed), slug: slug?.toLowerCase() ?? '' }
}
