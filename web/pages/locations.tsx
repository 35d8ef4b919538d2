import '#ui/plate.css'
import { groupByCountry } from '#shared/server-locations.ts'
import { definePage } from '#web/render/page.ts'
import { CountryCode } from '#ui/country-code.tsx'
import en from '#text/en/site/locations.ts'
import zh from '#text/zh-CN/site/locations.ts'
import connectionEn from '#text/en/site/connection.ts'
import connectionZh from '#text/zh-CN/site/connection.ts'
import styles from './locations/locations.module.css'

const connection = { en: connectionEn, 'zh-CN': connectionZh }

/** Colour class of the tag that shows a server's load; medium load has the plain colour. */
const looks = { low: 'ok', medium: '', high: 'hold' } as const

export default definePage({
  paths: ['/locations'],
  prefetches: true,
  script: 'locations',
  instances: ({ places }) => (places.length > 0 ? ['/locations'] : []),
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title} | ${data.brand[language]}`,
    description: t.description(data.brand[language], groupByCountry(data.places, language).length),
  }),
  component: ({ t, data, language, base }) => (
    <div className={`page ${styles.locations}`}>
      <h1>{t.headline}</h1>
      <p className="lead">{t.lead}</p>
      <ul className={styles.countries}>
        {groupByCountry(data.places, language).map(({ country, name, places }) => {
          const isWhole = places.length === 1 && places[0]?.city === null
          return (
            <li key={country} className={isWhole ? styles.whole : undefined}>
              <h2>
                <CountryCode country={country} />
                {name}
              </h2>
              <ul>
                {places.map(({ city, load }) => (
                  <li key={city?.en ?? ''}>
                    {!isWhole && <span>{city?.[language] ?? t.elsewhere}</span>}
                    {load && <span className={`tag ${looks[load]}`}>{t.loads[load]}</span>}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
      {data.places.some(({ load }) => load !== null) && <p className="small dim">{t.note}</p>}
      <section className={styles.check}>
        <div>
          <h2>{connection[language].title}</h2>
          <p>{connection[language].lead}</p>
          <p role="status" data-result="" />
        </div>
        <button type="button" className="btn quiet" data-check="">
          {connection[language].check}
        </button>
      </section>
      <p>
        <a className="btn" href={`${base}/pricing`}>
          {t.prices}
        </a>
      </p>
    </div>
  ),
})
