import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import styles from './checkout.module.css'

/** Page of a shop without a plan that can be bought. */
export const ShopEmpty = ({ t }: { t: CheckoutTexts }) => (
  <div className={`page ${styles.empty}`}>
    <svg width="120" viewBox="0 0 120 120" aria-hidden="true">
      <rect fill="var(--mark)" x="19" y="19" width="82" height="82" rx="10" transform="rotate(45 60 60)" />
      <path stroke="#12221c" strokeWidth="11" d="M60 34v32" />
      <circle cx="60" cy="81" r="6.5" />
    </svg>
    <h1>{t.empty.title}</h1>
    <p className="lead">{t.empty.text}</p>
    <button className="btn" type="button" onClick={() => location.reload()}>
      {t.empty.action}
    </button>
  </div>
)
