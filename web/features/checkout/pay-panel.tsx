import type { ReactNode } from 'react'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { Method } from '#shared/method.ts'
import { Icon } from '#ui/icon.tsx'
import { MethodMark } from '#web/payment/method-mark.tsx'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import type { Choice } from './selection.ts'
import styles from './pay-panel.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly base: string
  readonly choice: Choice
  readonly until: string
  readonly refundDays: number
  readonly onChoose: (method: Method) => void
  readonly busy: boolean
  readonly discountMinor: number | null
  readonly ready: boolean
  readonly problem: ReactNode
}

export function PayPanel({
  t,
  language,
  base,
  choice: { currency, priceMinor, methods, method },
  until,
  refundDays,
  onChoose,
  busy,
  discountMinor,
  ready,
  problem,
}: Props) {
  const amountMinor = priceMinor - (discountMinor ?? 0)
  // Read by the page's first script inside WeChat, which opens neither of these two.
  const opens = method && /wechat|alipay/.test(method) && methods.find((each) => !/wechat|alipay/.test(each))
  const total = formatMoney({ amountMinor, currency }, language, { whole: true })
  return (
    <div className={styles.panel}>
      <fieldset id="methods" tabIndex={-1} className={styles.ways}>
        <legend className="small">{methods.length === 0 ? t.noMethod : t.payWith}</legend>
        {methods.map((each) => (
          <label key={each}>
            <input
              className="vh"
              type="radio"
              name="method"
              value={each}
              aria-label={t.order.methods[each]}
              checked={each === method}
              onChange={() => onChoose(each)}
            />
            <MethodMark method={each} />
            <span>{t.ways[each]}</span>
          </label>
        ))}
      </fieldset>
      <p className={styles.total}>
        <span>{t.toPay}</span>
        <b className="num">{total}</b>
      </p>
      <div className={styles.problem}>{problem}</div>
      <button
        className="btn wide"
        type="submit"
        value={opens || undefined}
        data-opens={opens ? t.pay[opens](total) : undefined}
        aria-busy={busy || undefined}
        disabled={method === null || discountMinor === null || !ready}
      >
        {method && amountMinor > 0 ? t.pay[method](total) : amountMinor > 0 ? total : t.take}
        <Icon name="arrow" />
      </button>
      <div className={styles.busy}>{busy && <div className="dashes" aria-hidden="true" />}</div>
      <p className="vh" role="status">
        {busy ? t.paying : ''}
      </p>
      <p className={`${styles.facts} small`}>
        <span>{t.until(until)}</span>
        {refundDays > 0 && <a href={`${base}/clause/refund-policy`}>{t.refundable(refundDays)}</a>}
      </p>
    </div>
  )
}
