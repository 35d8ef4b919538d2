import type { HomeProps } from './home-props.ts'
import styles from './figures.module.css'

/** Four honest figures as stops on the trunk line that the map's route leaves. */
export const Figures = ({ t, data }: HomeProps) => (
  <section className={styles.stopsWrap}>
    <div className="page">
      <h2 className="vh">{t.inNumbers}</h2>
      <ul className={styles.stops}>
        <li>
          <b className="num">
            {t.uptime}
            <small className={styles.percent}>%</small>
          </b>
          <p>{t.uptimeText}</p>
        </li>
        <li>
          <b className="num">
            {data.trialMinutes}
            <small>{t.minutes}</small>
          </b>
          <p>{t.trialText}</p>
        </li>
        <li>
          <b className="num">
            4<small>{t.platforms}</small>
          </b>
          <p>{t.platformsText}</p>
        </li>
        <li>
          <b className="num">
            0<small>{t.renewals}</small>
          </b>
          <p>{t.renewalsText}</p>
        </li>
      </ul>
    </div>
  </section>
)
