import '#ui/plate.css'
import { Icon } from '#ui/icon.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { definePage } from '#web/render/page.ts'
import { AppDrawing } from '#web/render/app-drawing.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { absolute } from '#web/render/schema.ts'
import en from '#text/en/site/download.ts'
import zh from '#text/zh-CN/site/download.ts'
import { Client } from './download/client.tsx'
import styles from './download/download.module.css'

export default definePage({
  paths: ['/download'],
  prefetches: true,
  script: 'download',
  knowsSystem: true,
  picture: 'download',
  texts: { en, 'zh-CN': zh },
  catalogue: 'download',
  head: ({ t, data, language }) => ({
    title: `${t.title(data.brand[language])} | ${data.brand[language]}`,
    description: t.description(data.brand[language]),
  }),
  schema: (props) =>
    props.data.clients
      .filter((client) => !client.demo)
      .map((client) => ({
        '@type': 'SoftwareApplication',
        name: props.data.brand[props.language],
        applicationCategory: 'UtilitiesApplication',
        operatingSystem: client.requires[props.language],
        softwareVersion: client.version,
        downloadUrl: client.url,
        url: absolute(props, '/download'),
      })),
  component: (props) => {
    const { t, data, base, language } = props
    return (
      <div className={`page ${styles.download}`}>
        <div className={styles.first}>
          <h1>{t.headline}</h1>
          <p className="lead">{t.lead}</p>
          <p className="small dim">
            {t.released(displayDate(Date.parse(data.releaseDate), language, { timeZone: 'UTC' }))}
          </p>
        </div>
        {data.clients.length === 0 ? (
          <p className={styles.empty}>{t.empty}</p>
        ) : (
          <div className={styles.clients}>
            {data.clients.map((client) => (
              <Client key={client.platform} {...props} client={client} />
            ))}
            <aside className={styles.scan}>
              <QrCode text={absolute(props, '/download')} label={t.scan} />
              <div>
                <h2>{t.scan}</h2>
                <p>{t.scanText}</p>
              </div>
            </aside>
          </div>
        )}
        <AppDrawing language={language} className={styles.app} />
        <aside className={styles.strip}>
          <Icon name="bang" />
          <div>
            <h2>{t.androidTitle}</h2>
            <p>{t.androidText}</p>
          </div>
          <a className="link" href={`${base}/faq#android-install`}>
            {t.androidLink}
            <Icon name="arrow" />
          </a>
        </aside>
        <section className={styles.verify}>
          <h2>{t.verify}</h2>
          <p className="dim">{t.verifyText}</p>
          <dl>
            <dt>Windows</dt>
            <dd>
              <code>certutil -hashfile FILE SHA256</code>
            </dd>
            <dt>Mac</dt>
            <dd>
              <code>shasum -a 256 FILE</code>
            </dd>
          </dl>
        </section>
      </div>
    )
  },
})
