import type { CountryCode } from '#shared/phone.ts'
import type { Language } from '#shared/language.ts'

export type Country = { readonly country: CountryCode; readonly callingCode: string }

export function nameCountries(countries: readonly Country[], language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const named = countries.map((country) => ({ ...country, name: names.of(country.country) ?? country.country }))
  named.sort((a, b) => a.name.localeCompare(b.name, language))
  return named
}

/**
 * Guesses the country for a phone number: China on Chinese pages, otherwise the browser's region ("en-GB"), or the
 * United States if the browser names no region.
 */
export function guessCountry(language: Language): string {
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1]
  return language === 'zh-CN' ? 'CN' : (region ?? 'US')
}
