import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { PageProps } from '#web/render/page.ts'
import type { EntryText } from '#text/en/site/sign-in-pages.ts'
import en from '#text/en/site/sign-in-pages.ts'
import zh from '#text/zh-CN/site/sign-in-pages.ts'
import styles from './entry.module.css'
import map from './map.svg?raw'

export const entryTexts = { en, 'zh-CN': zh }

export function EntryPage({ t, language, base, path, children }: PageProps<EntryText> & { children: ReactNode }) {
  const other = language === 'en' ? 'zh-CN' : 'en'
  const doors = [
    ['/login', 'logIn'],
    ['/register', 'register'],
    ['/resetpassword', 'reset'],
  ] as const
  // The road sign shows the current page as the way ahead and the other entry pages as exits.
  const elsewhere = doors.filter(([to]) => to !== path)
  return (
    <div className={styles.entry}>
      <div className={styles.form}>{children}</div>
      <div className={styles.map}>
        <div aria-hidden="true" dangerouslySetInnerHTML={{ __html: map }} />
        <nav className={`plate ${styles.post}`} aria-label={t.doors}>
          <ul>
            {doors.map(([to, key]) => {
              const label = (
                <span>
                  {t[key]}
                  <small lang={other} aria-hidden="true">
                    {entryTexts[other][key]}
                  </small>
                </span>
              )
              return (
                <li key={to}>
                  {to === path ? (
                    <p aria-current="page">
                      <span className={styles.ahead}>
                        <Icon name="arrow" />
                      </span>
                      {label}
                    </p>
                  ) : (
                    <a href={`${base}${to}`}>
                      <span className={elsewhere[1]?.[0] === to ? styles.back : undefined}>
                        <Icon name="arrow" />
                      </span>
                      {label}
                    </a>
                  )}
                </li>
              )
            })}
          </ul>
        </nav>
      </div>
    </div>
  )
}
