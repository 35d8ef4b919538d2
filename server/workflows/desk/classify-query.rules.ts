import { inviteCodeLength } from '#shared/account-rules.ts'
import { foldBase32, foldCode } from '#shared/typed-code.ts'

export type Named = {
  readonly uid: number | null
  readonly uuid: string | null
  readonly key: string | null
  readonly prefix: string | null
  readonly phoneEnd: string | null
  readonly inviteCode: string | null
  readonly orderNumber: string | null
  readonly attemptId: string | null
  readonly reference: string | null
  readonly chainHash: string | null
  readonly chainAddress: string | null
  readonly groupId: string | null
  readonly promoCode: string | null
  readonly redeemCode: string | null
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Alphabet of order numbers and other codes that people read aloud: no I, L, O or U. */
const codeSign = '[0-9A-HJKMNP-TV-Z]'
const isCode = (text: string, length: number): boolean => new RegExp(`^${codeSign}{${length}}$`).test(text)

const longest = 200
const shortestPrefix = 3
const shortestEnd = 4

const matching = (text: string, pattern: RegExp): string | null => (pattern.test(text) ? text : null)

export function classifyQuery(typed: string): Named {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  const lower = text.toLowerCase()
  const code = foldBase32(text)
  const isNumber = /^\+?[\d\s().-]+$/.test(text)
  const digits = isNumber ? text.replaceAll(/\D/g, '') : ''
  const key = isNumber && /^\+|^00/.test(text) ? `+${digits.replace(/^00/, '')}` : lower
  const hex = matching(lower, /^(?:0x)?[0-9a-f]{64}$/)
  const codeOf = (length: number): string | null => (isCode(code, length) ? code : null)
  const isWord = text !== '' && text.length <= longest && !/\s/.test(text)
  return {
    uid: /^[1-9]\d{8}$/.test(digits) ? Number(digits) : null,
    uuid: matching(lower, uuidPattern),
    key: key === '' || key.length > longest ? null : key,
    prefix: key.length >= shortestPrefix && key.length <= longest ? key : null,
    phoneEnd: digits.length >= shortestEnd && digits.length <= 15 && !/^\+|^00/.test(text) ? digits : null,
    inviteCode: codeOf(inviteCodeLength),
    orderNumber: isCode(code, 8) ? `${code.slice(0, 4)}-${code.slice(4)}` : null,
    attemptId: codeOf(26),
    reference: isWord && text.length >= 6 ? text : null,
    chainHash: hex && `0x${hex.replace(/^0x/, '')}`,
    chainAddress: matching(lower, /^0x[0-9a-f]{40}$/),
    groupId: codeOf(11),
    promoCode: isWord && text.length <= 40 ? foldCode(text) : null,
    redeemCode: codeOf(16),
  }
}
