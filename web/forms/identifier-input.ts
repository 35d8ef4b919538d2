import { checkAccountName, checkEmail, type IdentifierKind } from '#shared/account-rules.ts'
import type { FieldError } from '#shared/field-errors.ts'
import { normalizePhoneValue, readPhoneField } from '#ui/phone-number.ts'

export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** Reads the identifier field; valid phone numbers are converted to E.164. */
export async function readIdentifierInput(form: FormData, kind: IdentifierKind): Promise<string> {
  if (kind !== 'phone') return formText(form, 'identifier').trim()
  const phone = readPhoneField(form)
  if (phone.number.trim() === '') return ''
  return (await normalizePhoneValue(phone)) ?? phone.number
}

export function checkIdentifierInput(kind: IdentifierKind, identifier: string): FieldError | null {
  if (kind === 'account_name') return checkAccountName(identifier)
  if (kind === 'email') return checkEmail(identifier)
  if (identifier === '') return 'PhoneRequired'
  return /^\+[1-9]\d{4,14}$/.test(identifier) ? null : 'PhoneInvalid'
}
