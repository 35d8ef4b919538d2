import type { Language, Localized } from './language.ts'

export type Load = 'low' | 'medium' | 'high'
export type SitePlace = { readonly country: string; readonly city: Localized | null; readonly load: Load | null }

/** Regions usually called by their short name in `Intl`. Other short names are abbreviations, such as "US". */
const calledShort = new Set(['HK', 'MO'])

export const nameCountry = (country: string, language: Language): string => {
  const style = calledShort.has(country) ? 'short' : 'long'
  return new Intl.DisplayNames(language, { type: 'region', style }).of(country) ?? country
}

type Named = Pick<SitePlace, 'country' | 'city'>

export function groupByCountry<P extends Named>(places: readonly P[], language: Language) {
  const byName = (one: string, other: string) => one.localeCompare(other, language)
  const cityOf = ({ city }: P) => city?.[language] ?? ''
  return [...new Set(places.map(({ country }) => country))]
    .map((country) => ({
      country,
      name: nameCountry(country, language),
      places: places
        .filter((place) => place.country === country)
        .sort((one, other) => byName(cityOf(one), cityOf(other))),
    }))
    .sort((one, other) => byName(one.name, other.name))
}
