import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode as Country,
} from 'libphonenumber-js/min'
import type { FieldError } from './field-errors.ts'

export type CountryCode = Country

/**
 * Normalizes a phone number to E.164, such as +8613800138000; null if invalid. Without `country` it must begin with +
 * or 00 and the country's code. Ignores width, spaces, dashes, dots, brackets, invisible characters, and the scheme of
 * a copied link.
 */
export function normalizePhone(typed: string, country?: CountryCode): string | null {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Variation_Selector}·•‧∙]/gu, '')
    .replace(/^tel:/i, '')
    .replace(/^00/, '+')
  if (text.length > 32) return null
  const number = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false })
  return number?.isValid() && !number.ext ? number.number : null
}

export function checkPhone(typed: string, country?: CountryCode): FieldError | null {
  if (typed.trim() === '') return 'PhoneRequired'
  return normalizePhone(typed, country) === null ? 'PhoneInvalid' : null
}

/** Calling code of an E.164 number, such as '86' for +8613800138000. Empty if it is no number. */
export const callingCodeOf = (e164: string): string => parsePhoneNumberFromString(e164)?.countryCallingCode ?? ''

/**
 * Every country with its calling code, for a select field: `{ country: 'CN', callingCode: '86' }`. The browser supplies
 * the names.
 */
export const phoneCountries = (): { country: CountryCode; callingCode: string }[] =>
  getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }))
