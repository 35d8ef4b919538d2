import type { HomeProps } from './home-props.ts'
import styles from './figures.module.css'

export function Figures({ t, data, base }: HomeProps) {
  const figures = [
    [t.uptime, '%', t.uptimeText],
    [data.trialMinutes, t.minutes, t.trialText],
    [4, t.platforms, t.platformsText],
    [0, t.renewals, t.renewalsText],
  ]
  return (
    <ul className={styles.figures}>
      {figures.map(([figure, unit, text]) => (
        <li key={unit}>
          <b className="num">
            {figure}
            <small>{unit}</small>
          </b>
          <p>{text}</p>
          {figure === t.uptime && data.services.length > 0 && (
            <a className="link" href={`${base}/status`}>
              {t.uptimeMeasured}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
