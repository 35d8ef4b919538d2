import type { CountryCode } from '#shared/phone.ts'

export type PhoneValue = { readonly country: CountryCode; readonly number: string }
export const phoneFieldNames = { country: 'phoneCountry', number: 'phone' } as const

/** The table of the world is large, so that it is fetched only where someone types a number. */
export const loadPhones = () => import('#shared/phone.ts')

/** What the phone field of a form says, as it was typed. */
export function readPhoneField(form: FormData): PhoneValue {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { country: text(phoneFieldNames.country) as CountryCode, number: text(phoneFieldNames.number) }
}

/** The number as E.164, or null if it is none. Rejects if the table of the world cannot be fetched. */
export const normalizePhoneValue = async ({ country, number }: PhoneValue): Promise<string | null> =>
  (await loadPhones()).normalizePhone(number, country)
