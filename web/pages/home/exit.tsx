import { downloadCode } from '#shared/site.ts'
import type { HomeProps } from './home-props.ts'
import styles from './exit.module.css'

export function Exit({ t, base }: HomeProps) {
  const platforms = ['iPhone, iPad', t.android, 'macOS', 'Windows']
  return (
    <section className={styles.exit}>
      <div className="page">
        <div className="plate">
          <div>
            <h2>{t.exitTitle}</h2>
            <p>{t.exitText}</p>
            <div className={styles.exits}>
              {platforms.map((platform, index) => (
                <a key={platform} className={index === 0 ? 'btn mark' : 'btn quiet'} href={`${base}/download`}>
                  {platform}
                </a>
              ))}
            </div>
          </div>
          <div className={styles.scan}>
            <img src={downloadCode} alt={t.scan} width="184" height="184" loading="lazy" />
            <p aria-hidden="true">{t.scan}</p>
          </div>
        </div>
      </div>
    </section>
  )
}
