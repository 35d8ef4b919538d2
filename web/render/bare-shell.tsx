import type { ReactNode } from 'react'
import { LanguageLink, shellTexts } from './language-link.tsx'
import { BrandMark } from './brand-mark.tsx'
import type { PageProps } from './page.ts'

type Props = PageProps<unknown> & {
  readonly content: string
  readonly notice: ReactNode
  /** True for the holding page of a closed shop, which needs no link to the home page. */
  readonly isClosed: boolean
}

export function BareShell({ language, data, base, path, content, notice, isClosed }: Props) {
  const t = shellTexts[language]
  return (
    <>
      <header className="top">
        <div className="page">
          <a className="logo" href={base || '/'} aria-label={t.toHome(data.brand[language])}>
            <BrandMark data={data} />
            {data.brand[language]}
          </a>
          <div className="end">
            {!isClosed && (
              <a className="ib" href={base || '/'}>
                {t.home}
              </a>
            )}
            <LanguageLink language={language} path={path} prefixable />
          </div>
        </div>
      </header>
      {notice}
      <main id="main" tabIndex={-1} dangerouslySetInnerHTML={{ __html: content }} />
    </>
  )
}
