import { randomBytes } from 'node:crypto'
import { inviteCodeLength } from '#shared/account-rules.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Crockford base32 without I, L, O and U, which are easily misread. */
export const makeInviteCode = (): string =>
  Array.from(randomBytes(inviteCodeLength), (byte) => alphabet[byte % 32] as string).join('')

/** Accepts lower case, dashes, spaces, O for 0, and I or L for 1. */
export const normalizeInviteCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
