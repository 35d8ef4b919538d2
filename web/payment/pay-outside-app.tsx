import '#ui/button.css'
import { createRoot } from 'react-dom/client'
import { useId } from 'react'
import type { Language } from '#shared/language.ts'
import { LinkField } from '#ui/link-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { closeModal } from '#ui/use-modal.ts'
import { readOrigin } from '#web/client/campaign-origin.ts'
import { readPageData } from '#web/client/page-data.ts'
import type { PayOutsideAppTexts } from '#text/en/site/pay-outside-app.ts'
import type { Refused } from './open-payment.ts'
import styles from './pay-outside-app.module.css'

const texts: Readonly<Record<Language, () => Promise<{ readonly default: PayOutsideAppTexts }>>> = {
  en: () => import('#text/en/site/pay-outside-app.ts'),
  'zh-CN': () => import('#text/zh-CN/site/pay-outside-app.ts'),
}

/**
 * Shows the sheet "open in your browser" above everything. The link contains the referral code, because the other
 * browser does not share this one's storage. If the link leads to this page, it also replaces the page's URL, because
 * "Open in browser" in the app's menu opens the current URL.
 */
export async function showPayOutsideApp(method: Refused, wish: Readonly<Record<string, string>>): Promise<void> {
  const language = document.documentElement.lang as Language
  const { default: t } = await texts[language]()
  const link = new URL('order' in wish ? `${readPageData().base}/purchased` : location.href, location.origin)
  for (const [name, value] of Object.entries(wish)) link.searchParams.set(name, value)
  const { r } = readOrigin()
  if (r !== undefined) link.searchParams.set('r', r)
  if (link.pathname === location.pathname) history.replaceState(history.state, '', link)
  const place = document.createElement('div')
  place.lang = language
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<PayOutsideApp t={t} method={method} link={link.href} onClose={close} />)
}

type Props = {
  readonly t: PayOutsideAppTexts
  readonly method: Refused
  readonly link: string
  readonly onClose: () => void
}

function PayOutsideApp({ t, method, link, onClose }: Props) {
  const headingId = useId()
  return (
    <Dialog labelledBy={headingId} closeLabel={t.close} onClose={onClose}>
      <svg className={styles.picture} viewBox="0 0 440 120" aria-hidden="true">
        <path className={styles.arrow} d="M150 104C240 104 330 92 384 56m-24 0 26-1-3 26" />
        <rect className={styles.menu} x="356" y="8" width="72" height="34" rx="17" />
        <path className={styles.dots} d="M376 25h0m16 0h0m16 0h0" />
      </svg>
      <div className={styles.body}>
        <h2 id={headingId}>{t.title}</h2>
        <p>{t.why[method]}</p>
        <ol>
          <li>{t.menu}</li>
          <li>{t.open}</li>
        </ol>
        <p>{t.orCopy}</p>
        <LinkField value={link} label={t.copyLink} copy={t.copy} copied={t.copied} />
        <p className="small dim">{t.signIn}</p>
        <button type="button" className="btn quiet wide" onClick={closeModal}>
          {t.other}
        </button>
      </div>
    </Dialog>
  )
}
