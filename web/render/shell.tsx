import type { ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { Icon } from '#ui/icon.tsx'
import { Footer } from './footer.tsx'
import { LanguageLink, shellTexts } from './language-link.tsx'
import { BrandMark } from './brand-mark.tsx'
import type { PageProps } from './page.ts'

type ShellProps = PageProps<unknown> & {
  readonly prefixable: boolean
  readonly content: string
  readonly notice: ReactNode
}

export function Shell(props: ShellProps) {
  const { language, data, base, path, today, prefixable, group, content, notice } = props
  const here = group ? `${path}?group=${group.card.groupId}` : path
  const t = shellTexts[language]
  const stops = [
    ['/', t.home],
    ['/pricing', t.pricing],
    ['/group-buying', t.groupBuying],
    ['/download', t.download],
    ['/affiliate', t.affiliate],
  ] as const
  const outside = data.links
    .filter(({ key }) => key === 'blog' || key === 'status' || key === 'github')
    .map(({ key, url }) => [url, t[key as 'blog' | 'status' | 'github']] as const)
  const links = stops.map(([to, label]) => (
    <a key={to} href={`${base}${to}`.replace(/(.)\/$/, '$1')} aria-current={path === to ? 'page' : undefined}>
      {label}
    </a>
  ))
  const outsideLinks = outside.map(([url, label]) => (
    <a key={url} href={url} rel="noopener">
      {label}
    </a>
  ))
  return (
    <>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <header className="top">
        <div className="page">
          <a className="logo" href={base || '/'}>
            <BrandMark data={data} />
            {data.brand[language]}
          </a>
          <nav className="nav" aria-label={t.mainNavigation}>
            {links}
            {outside.length > 0 && (
              <details data-menu>
                <summary>
                  {t.more}
                  <Icon name="down" />
                </summary>
                <div className="menu">{outsideLinks}</div>
              </details>
            )}
          </nav>
          <div className="end">
            <LanguageLink language={language} path={here} prefixable={prefixable} />
            <button className="ib" type="button" data-theme-toggle aria-label={t.theme}>
              <Icon name="sun" />
            </button>
            <a className="ib wide-only out" href={`${base}/login`}>
              {t.logIn}
            </a>
            <a className="btn s wide-only out" href={`${base}/register`}>
              {t.signUp}
            </a>
            <button className="ib wide-only in" type="button" data-out>
              {t.logOut}
            </button>
            <a className="btn s wide-only in" href="/user">
              {t.myAccount}
            </a>
            <details className="burger" data-menu>
              <summary className="ib" aria-label={t.menu}>
                <Icon name="menu" />
              </summary>
              <div className="sheet">
                <nav aria-label={t.menu}>
                  {links}
                  {outsideLinks}
                </nav>
                <div className="two">
                  <a className="btn quiet out" href={`${base}/login`}>
                    {t.logIn}
                  </a>
                  <a className="btn out" href={`${base}/register`}>
                    {t.signUp}
                  </a>
                  <button className="btn quiet in" type="button" data-out>
                    {t.logOut}
                  </button>
                  <a className="btn in" href="/user">
                    {t.myAccount}
                  </a>
                </div>
              </div>
            </details>
          </div>
        </div>
      </header>
      {notice}
      <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: content }} />
      <Footer language={language} data={data} base={base} today={today} />
    </>
  )
}

/** Template from which the enhancer shows an error if an island's script cannot be loaded even after a reload. */
export function IslandError({ language }: { language: Language }) {
  const t = shellTexts[language]
  return (
    <template id="island-error">
      <div className="island-error" role="alert">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <rect x="17" y="17" width="66" height="66" rx="9" transform="rotate(45 50 50)" fill="var(--mark)" />
          <path d="M50 27v28M50 66v7" stroke="#12221c" strokeWidth="9" />
        </svg>
        <h2>{t.islandFailed}</h2>
        <p>{t.islandFailedText}</p>
        <button className="btn" type="button" data-reload>
          {t.reload}
        </button>
        <p className="small faint" data-message />
      </div>
    </template>
  )
}
