import { checkAccountName, checkEmail, type IdentifierKind } from '#shared/account-rules.ts'
import type { FieldError } from '#shared/field-errors.ts'
import { normalizePhoneValue, readPhoneField } from '#ui/phone-number.ts'

/** The text of a field, '' where the form has none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** What someone typed to name an account: a phone number as E.164 where it is one, the rest as it stands. */
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
