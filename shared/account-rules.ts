import type { FieldError } from './field-errors.ts'

/**
 * Rules for identifiers (account name, email, phone) and passwords. The form checks them before it sends; the server
 * checks them again.
 */
export const identifierKinds = ['account_name', 'email', 'phone'] as const
/**
 * Kind of identifier that a person signs in with. Rules for phone numbers are in `phone.ts`, which needs a large table
 * of countries.
 */
export type IdentifierKind = (typeof identifierKinds)[number]
export type AddressKind = Exclude<IdentifierKind, 'account_name'>

export const inviteCodeLength = 8

const invisible = /[\p{Cf}\p{Variation_Selector}]/gu

/** Account name as its owner spells it, without what copying, keyboards and chat programs add to it. */
export const spellAccountName = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .trim()

export const foldAccountName = (name: string): string => spellAccountName(name).toLowerCase()

export function checkAccountName(name: string): FieldError | null {
  const folded = foldAccountName(name)
  if (folded === '') return 'AccountNameRequired'
  return /^[a-z0-9_.-]{4,32}$/.test(folded) ? null : 'AccountNameFormat'
}

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * Canonical form of an email address, for storage, comparison and sending; null if invalid. Ignores character width,
 * case, surrounding spaces and invisible characters; rejects inner spaces, because removing one could yield another
 * person's address. Mail is sent only to this form, so the owner of a look-alike address gets nothing.
 */
export function normalizeEmail(typed: string): string | null {
  const text = typed.normalize('NFKC').replaceAll(invisible, '').trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  if (/\s/.test(text) || at < 1 || local.length > 64 || !localPart.test(local)) return null
  const host = asciiHost(text.slice(at + 1))
  return host === null || local.length + 1 + host.length > 254 ? null : `${local}@${host}`
}

function asciiHost(host: string): string | null {
  if (/[/?#@:\\[\]%]/.test(host)) return null
  try {
    const { hostname } = new URL(`http://${host}`)
    return domain.test(hostname) ? hostname : null
  } catch {
    return null
  }
}

export function checkEmail(typed: string): FieldError | null {
  if (typed.trim() === '') return 'EmailRequired'
  return normalizeEmail(typed) === null ? 'EmailInvalid' : null
}

/**
 * Normalizes a typed or pasted six-digit verification code: removes spaces, dashes and invisible characters, and
 * accepts full-width digits. Null if the text is no such code.
 */
export function normalizeCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s\p{Cc}\p{Cf}\p{Mn}\p{Pd}\u2212]/gu, '')
  return /^[0-9]{6}$/.test(digits) ? digits : null
}

export function checkCode(typed: string): FieldError | null {
  if (typed.trim() === '') return 'CodeRequired'
  return normalizeCode(typed) === null ? 'CodeFormat' : null
}

export const passwordMinimum = 8

/**
 * Normalizes a password before hashing. Keyboards send é as one character or as e plus a combining accent, and both
 * must be the same password. Unicode NFC unifies only what looks the same.
 */
export const normalizePassword = (typed: string): string => typed.normalize('NFC')

/**
 * Checks the length of a new password in code points, so that an emoji counts as one character. The server also rejects
 * common passwords.
 */
export function checkNewPassword(password: string): FieldError | null {
  const { length } = [...normalizePassword(password)]
  if (length === 0) return 'PasswordRequired'
  if (length < passwordMinimum) return 'PasswordTooShort'
  return length > 128 ? 'PasswordTooLong' : null
}
