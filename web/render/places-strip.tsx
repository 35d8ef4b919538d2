import type { Language } from '#shared/language.ts'
import { groupByCountry } from '#shared/server-locations.ts'
import type { SiteData } from '#shared/site.ts'
import en from '#text/en/site/locations.ts'
import zh from '#text/zh-CN/site/locations.ts'
import { CountryCode } from '#ui/country-code.tsx'
import styles from './places-strip.module.css'

const texts = { en, 'zh-CN': zh }
const shown = 8

type Props = { readonly language: Language; readonly data: Pick<SiteData, 'places'>; readonly base: string }

export function PlacesStrip({ language, data, base }: Props) {
  const t = texts[language]
  const countries = groupByCountry(data.places, language).toSorted((a, b) => b.places.length - a.places.length)
  if (countries.length === 0) return null
  return (
    <section className={`page ${styles.strip}`}>
      <h2>{t.strip(countries.length)}</h2>
      <ul>
        {countries.slice(0, shown).map(({ country, name }) => (
          <li key={country}>
            <CountryCode country={country} />
            {name}
          </li>
        ))}
        {countries.length > shown && <li>{t.more(countries.length - shown)}</li>}
      </ul>
      <a className="link" href={`${base}/locations`}>
        {t.all}
      </a>
    </section>
  )
}
