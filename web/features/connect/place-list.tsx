import { useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { groupByCountry } from '#shared/server-locations.ts'
import { CountryCode } from '#ui/country-code.tsx'
import type { ConnectTexts } from '#text/en/site/connect.ts'
import { placesQuery } from './connect.queries.ts'
import styles from './connect.module.css'

type Props = { readonly t: ConnectTexts; readonly language: Language }

/**
 * Lists server locations that the member may use, with their state. Shows nothing if there are none or they could not
 * be loaded.
 */
export function PlaceList({ t: { places: words }, language }: Props) {
  const { data } = useQuery(placesQuery)
  if (!data || data.places.length === 0) return null
  return (
    <section className={styles.list} aria-labelledby="places-title">
      <h2 id="places-title">{words.title}</h2>
      <p className="small dim">{words.lead}</p>
      <ul>
        {groupByCountry(data.places, language).flatMap(({ country, name, places }) =>
          places.map(({ city, isUp, load }) => (
            <li key={`${country} ${city?.en}`} className={styles.place}>
              <CountryCode country={country} />
              <span className={styles.about}>
                <b>{name}</b>
                {(city || places.length > 1) && (
                  <span className="small dim">{city?.[language] ?? words.elsewhere}</span>
                )}
              </span>
              {isUp && load && <span className="small dim">{words.loads[load]}</span>}
              <span className={`tag ${isUp ? 'ok' : 'stop'}`}>{isUp ? words.up : words.away}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  )
}
