import { usualDevices } from '#web/render/page-facts.ts'
import type { HomeProps } from './home-props.ts'
import { Figures } from './figures.tsx'
import clearLane from './clear-lane.svg?raw'
import handover from './handover.svg?raw'
import styles from './features.module.css'
import interchange from './interchange.svg?raw'
import tunnel from './tunnel.svg?raw'

export function Features(props: HomeProps) {
  const { t, data, language } = props
  const { usual, most } = usualDevices(data.goods)
  const features = [
    { picture: clearLane, title: t.clearLane, text: t.clearLaneText(data.brand[language]) },
    { picture: tunnel, title: t.tunnel, text: t.tunnelText },
    { picture: handover, title: t.handover, text: t.handoverText },
    ...(usual > 0 ? [{ picture: interchange, title: t.devices, text: t.devicesText(usual, most) }] : []),
  ]
  return (
    <section className={styles.feat}>
      <div className="page">
        <h2>{t.features}</h2>
        <Figures {...props} />
        <div className={styles.bento}>
          {features.map(({ picture, title, text }) => (
            <article key={title}>
              <div className={styles.pic} dangerouslySetInnerHTML={{ __html: picture }} />
              <div className={styles.txt}>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}
