import {
  checkAccountName,
  checkEmail,
  foldAccountName,
  spellAccountName,
  normalizeEmail,
  type IdentifierKind,
} from '#shared/account-rules.ts'
import type { FieldError } from '#shared/field-errors.ts'
import { checkPhone, normalizePhone } from '#shared/phone.ts'

/**
 * Name, email address or phone number of an account. `value`: as displayed and used for messages. `lookupKey`:
 * normalised form, which is unique.
 */
export type Identifier = { readonly kind: IdentifierKind; readonly value: string; readonly lookupKey: string }

export function readIdentifier(kind: IdentifierKind, typed: string): Identifier | null {
  if (kind === 'account_name')
    return checkAccountName(typed) ? null : { kind, value: spellAccountName(typed), lookupKey: foldAccountName(typed) }
  const address = kind === 'email' ? normalizeEmail(typed) : normalizePhone(typed)
  return address === null ? null : { kind, value: address, lookupKey: address }
}

export function checkIdentifier(kind: IdentifierKind, typed: string): FieldError | null {
  if (kind === 'account_name') return checkAccountName(typed)
  return kind === 'email' ? checkEmail(typed) : checkPhone(typed)
}
