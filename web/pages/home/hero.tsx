import { Icon } from '#ui/icon.tsx'
import { AppDrawing } from '#web/render/app-drawing.tsx'
import type { HomeProps } from './home-props.ts'
import styles from './hero.module.css'
import map from './map.svg?raw'

export function Hero({ t, language, data, base }: HomeProps) {
  const brand = data.brand[language]
  const other = language === 'en' ? 'zh-CN' : 'en'
  return (
    <section className={styles.hero}>
      <div className={styles.map} aria-hidden="true" dangerouslySetInnerHTML={{ __html: map }} />
      <div className="page">
        <div className={`plate ${styles.sign}`}>
          <span className="tab up">{t.nextExit}</span>
          <h1>{t.headline}</h1>
          <p className={styles.other} lang={other} aria-hidden="true">
            {t.headlineOther}
          </p>
          <p className="lead">{t.lead(brand)}</p>
          <div className={styles.cta}>
            <a className="btn mark" href={`${base}/trial`}>
              {t.tryFree(data.trialMinutes)}
              <Icon name="arrow" />
            </a>
            <a className="btn quiet" href={`${base}/pricing`}>
              {t.seePrices}
            </a>
          </div>
          <p className="small">{t.noCard}</p>
        </div>
        <AppDrawing language={language} className={styles.phone} />
        {data.distances.length > 0 && (
          <aside className={`plate ${styles.dist}`} aria-label={t.distances}>
            <ul>
              {data.distances.map(({ place, milliseconds }) => (
                <li key={place.en}>
                  <Icon name="arrow" />
                  <span>
                    {place[language]}
                    <small lang={other}>{place[other]}</small>
                  </span>
                  <span className="num">
                    {milliseconds}
                    <i>{t.milliseconds}</i>
                  </span>
                </li>
              ))}
            </ul>
            {data.distances.some(({ demo }) => demo) && <p>{t.sample}</p>}
          </aside>
        )}
      </div>
    </section>
  )
}
