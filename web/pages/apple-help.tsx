import '#ui/plate.css'
import { Icon } from '#ui/icon.tsx'
import { AskSupport } from '#web/render/ask-support.tsx'
import { definePage } from '#web/render/page.ts'
import type { AppleHelpText } from '#text/en/site/apple-help.ts'
import en from '#text/en/site/apple-help.ts'
import zh from '#text/zh-CN/site/apple-help.ts'
import styles from './apple-help/apple-help.module.css'

const screens = [
  <path key="form" d="M34 62h32M34 78h32M34 94h20M34 40a8 8 0 0 1 16 0 8 8 0 0 1-16 0" />,
  <path key="out" d="M60 34a7 7 0 1 1 0 .1M34 60h32M34 76h32M34 120h20m-6-7 8 7-8 7" />,
  <path key="in" d="M34 58h32v14H34zM34 82h32v14H34zM42 118l6 7 12-14" />,
  <path key="get" d="M34 40h14v14H34zM56 47h10M50 70v34m-12-12 12 12 12-12M36 120h28" />,
  <path key="allow" d="M38 62h24a12 12 0 0 1 0 24H38a12 12 0 0 1 0-24zM62 69a5 5 0 1 1-.1 0M34 112h32M42 124h16" />,
]

export default definePage<AppleHelpText>({
  paths: ['/apple-help'],
  picture: 'download',
  shell: 'bare',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title} | ${data.brand[language]}`,
    description: t.description(data.brand[language]),
  }),
  component: ({ t, data }) => {
    const store = data.clients.find(({ platform }) => platform === 'ios')
    const support = data.links.find(({ key }) => key === 'support')
    return (
      <div className={`page ${styles.apple}`}>
        <h1>{t.headline}</h1>
        <p className="lead">{t.lead}</p>
        <aside className={styles.before}>
          <h2>{t.before}</h2>
          <p>{t.beforeText}</p>
        </aside>
        <ol>
          {t.steps.map(([title, text], index) => (
            <li key={title}>
              <div>
                <p className={`num ${styles.number}`} aria-hidden="true">
                  {index + 1}
                </p>
                <h2>{title}</h2>
                <p className="dim">{text}</p>
                {index === 3 &&
                  (store ? (
                    <p className={styles.store}>
                      <a className="btn" href={store.url} rel="noopener">
                        {t.open}
                        <Icon name="arrow" />
                      </a>
                      {store.demo && <span className="tag hold">{t.sample}</span>}
                    </p>
                  ) : (
                    <p className="small faint">{t.none}</p>
                  ))}
              </div>
              <svg viewBox="0 0 100 160" aria-hidden="true">
                <rect x="18" y="6" width="64" height="148" rx="14" />
                <path d="M42 15h16" />
                <g>{screens[index]}</g>
              </svg>
            </li>
          ))}
        </ol>
        {support && <AskSupport title={t.stuck} text={t.stuckText} label={t.support} url={support.url} />}
      </div>
    )
  },
})
