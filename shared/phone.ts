import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode as Country,
} from 'libphonenumber-js/min'
import type { FieldError } from './field-errors.ts'

export type CountryCode = Country

/**
 * A phone number as E.164, like +8613800138000; null if it is none. Without `country` it must begin with + or 00 and
 * the country's code. Width, spaces, dashes and brackets make no difference.
 */
export function normalizePhone(typed: string, country?: CountryCode): string | null {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replace(/^00/, '+')
  if (text.length > 32) return null
  const number = parsePhoneNumberFromString(text, { ...(country && { defaultCountry: country }), extract: false })
  return number?.isValid() && !number.ext ? number.number : null
}

export function checkPhone(typed: string, country?: CountryCode): FieldError | null {
  if (typed.trim() === '') return 'PhoneRequired'
  return normalizePhone(typed, country) === null ? 'PhoneInvalid' : null
}

/** The calling code of a number in E.164: '86' for +8613800138000. Empty for what is no number. */
export const callingCodeOf = (e164: string): string => parsePhoneNumberFromString(e164)?.countryCallingCode ?? ''

/** Every country with its calling code, for a choice: `{ country: 'CN', callingCode: '86' }`. Names are the browser's to give. */
export const phoneCountries = (): { country: CountryCode; callingCode: string }[] =>
  getCountries().map((country) => ({ country, callingCode: getCountryCallingCode(country) }))
