import type { CountryCode } from '#shared/phone.ts'

export type PhoneValue = { readonly country: CountryCode; readonly number: string }
export const phoneFieldNames = { country: 'phoneCountry', number: 'phone' } as const

/** Loads the phone number library on demand, because its metadata is large. */
export const loadPhones = () => import('#shared/phone.ts')

export function readPhoneField(form: FormData): PhoneValue {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { country: text(phoneFieldNames.country) as CountryCode, number: text(phoneFieldNames.number) }
}

/** Converts a typed phone number to E.164 format; null if invalid. Rejects if the metadata cannot be loaded. */
export const normalizePhoneValue = async ({ country, number }: PhoneValue): Promise<string | null> =>
  (await loadPhones()).normalizePhone(number, country)
