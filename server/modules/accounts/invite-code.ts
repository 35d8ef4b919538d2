import { randomBytes } from 'node:crypto'
import { inviteCodeLength } from '#shared/account-rules.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Invite codes use Crockford's base 32: without I, L, O and U, which are easily misread. */
export const makeInviteCode = (): string =>
  Array.from(randomBytes(inviteCodeLength), (byte) => alphabet[byte % 32] as string).join('')
