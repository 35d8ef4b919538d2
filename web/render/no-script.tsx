import type { Language } from '#shared/language.ts'
import en from '#text/en/site/no-script.ts'
import zh from '#text/zh-CN/site/no-script.ts'

const texts = { en, 'zh-CN': zh }

/** Notice for browsers without script; only they show the content of `noscript`. */
export function NoScriptStrip({ language }: { language: Language }) {
  const t = texts[language]
  return (
    <noscript>
      <div className="no-script-strip">
        <div className="page">
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <path d="m20 3 17 17-17 17L3 20z" fill="var(--mark)" />
            <path d="M20 12v10m0 5v2" stroke="#000" strokeWidth="4" />
          </svg>
          <p className="small">
            <b>{t.off}</b> {t.offText}
          </p>
        </div>
      </div>
    </noscript>
  )
}

/** Notice for browsers that are too old. In newer ones the head script hides it by removing `data-old`. */
export const OldBrowserStrip = ({ language }: { language: Language }) => (
  <p className="page old">
    <b>{texts[language].oldBrowser}</b>
  </p>
)

type PlateProps = {
  readonly language: Language
  readonly base: string
  /**
   * What the notice replaces: the account area, one form of a page, its only form, or the result of a submitted form.
   */
  readonly kind: 'account' | 'part' | 'page' | 'sent'
  /** URL of the link that reloads the page; by default this page. */
  readonly reload?: string
  readonly supportUrl?: string | null | undefined
}

export function NoScriptPlate({ language, base, kind, reload = '', supportUrl }: PlateProps) {
  const t = texts[language]
  const Heading = kind === 'part' ? 'h2' : 'h1'
  return (
    <div className="page">
      <section className="no-script">
        {(kind === 'account' || kind === 'sent') && <Sign />}
        <Heading>{{ account: t.accountTitle, part: t.formTitle, page: t.formTitle, sent: t.sentTitle }[kind]}</Heading>
        <p className="lead">{kind === 'sent' ? t.sentText : t.text}</p>
        <div>
          <a className="btn" href={reload}>
            {t.reload}
          </a>
          <a className="btn quiet" href={`${base}/pricing`}>
            {t.prices}
          </a>
        </div>
        {supportUrl && (
          <p className="small dim">
            {t.stuck}{' '}
            <a className="link" href={supportUrl} rel="noopener">
              {t.support}
            </a>
          </p>
        )}
      </section>
    </div>
  )
}

const Sign = () => (
  <svg viewBox="0 0 200 200" aria-hidden="true">
    <rect x="36" y="36" width="128" height="128" rx="16" transform="rotate(45 100 100)" fill="var(--mark)" />
    <rect
      x="43"
      y="43"
      width="114"
      height="114"
      rx="11"
      transform="rotate(45 100 100)"
      fill="none"
      stroke="#12221c"
      strokeWidth="5"
    />
    <path d="M100 56v44M100 136v1" stroke="#12221c" strokeWidth="17" strokeLinecap="round" />
  </svg>
)

export const noScriptTexts = texts
