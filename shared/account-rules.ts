import type { FieldError } from './field-errors.ts'

/** Both sides check the same rules: the form before it sends, the server before it believes. */
export const identifierKinds = ['account_name', 'email', 'phone'] as const
/** What a person signs in with. Phone numbers have rules of their own in `phone.ts`, because they need a table of the world. */
export type IdentifierKind = (typeof identifierKinds)[number]
/** Those that belong to someone only once a code has come back. */
export type AddressKind = Exclude<IdentifierKind, 'account_name'>

/** Characters of Crockford base32: how codes are made, and what links are read for. */
export const inviteCodeLength = 8

export const foldAccountName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

export function checkAccountName(name: string): FieldError | null {
  const folded = foldAccountName(name)
  if (folded === '') return 'AccountNameRequired'
  return /^[a-z0-9_.-]{4,32}$/.test(folded) ? null : 'AccountNameFormat'
}

const invisible = /\p{Cf}/gu
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/**
 * The one form of an email address, to store, compare and send to; null if it is none. Width, case, spaces around it and
 * invisible characters make no difference; names of hosts in other scripts become their ASCII form. A space inside is a
 * mistake that the person should see: without it the address may be another person's. Mail goes only to this form: the
 * owner of a look-alike gets nothing.
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
    return null // no host at all
  }
}

export function checkEmail(typed: string): FieldError | null {
  if (typed.trim() === '') return 'EmailRequired'
  return normalizeEmail(typed) === null ? 'EmailInvalid' : null
}

/** Six digits as people paste them: with spaces, dashes, or in full width. Null if it is something else. */
export function normalizeCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s\p{Cf}-]/gu, '')
  return /^[0-9]{6}$/.test(digits) ? digits : null
}

export function checkCode(typed: string): FieldError | null {
  if (typed.trim() === '') return 'CodeRequired'
  return normalizeCode(typed) === null ? 'CodeFormat' : null
}

/** SPEC §5. */
export const passwordMinimum = 8

/**
 * The form of a password that is hashed. One keyboard sends é as one character and another as e with an accent: both are the same
 * password. NFC changes no character that looks different.
 */
export const normalizePassword = (typed: string): string => typed.normalize('NFC')

/** Counts code points, so that an emoji is one character. Common passwords are the server's to refuse. */
export function checkNewPassword(password: string): FieldError | null {
  const { length } = [...normalizePassword(password)]
  if (length === 0) return 'PasswordRequired'
  if (length < passwordMinimum) return 'PasswordTooShort'
  return length > 128 ? 'PasswordTooLong' : null
}
