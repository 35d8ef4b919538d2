import '#ui/textual.css'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { ask } from '#ui/ask.ts'
import { FieldError } from '#ui/field-error.tsx'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import { MethodMark } from './method-mark.tsx'
import type { Order } from './order.ts'
import { usePayWays } from './use-pay-ways.ts'
import styles from './pay-ways.module.css'

type Props = {
  readonly t: OutcomeTexts
  readonly language: Language
  readonly order: Order
  readonly hasMain: boolean
  readonly isSecond?: boolean
  readonly onChanged: () => void
}

export default function PayWays({ t, language, order, hasMain, isSecond = false, onChanged }: Props) {
  const { methods, isUnknown, busy, problem, change } = usePayWays(order, onChanged)
  const total = formatMoney(order, language)
  const others = methods?.filter((method) => method !== order.method)
  const isOffered = methods === undefined || methods.includes(order.method)
  const held = { hasCode: order.promoCode !== null, hasSeat: order.groupId !== null }
  const question = { ...t.cancelAsk, text: t.cancelAsk.text(held) }
  const cancel = async () => {
    if (busy === null && (await ask(question))) change('cancel')
  }
  return (
    <div className={styles.ways} lang={language}>
      {hasMain && isOffered && (
        <button
          type="button"
          className={isSecond ? 'btn quiet wide' : 'btn wide'}
          aria-busy={busy === order.method || undefined}
          onClick={() => change(order.method)}
        >
          {t.pay(total, t.by[order.method])}
        </button>
      )}
      {!others && !isUnknown && <div className={styles.room} aria-hidden="true" />}
      {others && others.length > 0 && (
        <>
          <p className={`small ${styles.or}`}>{t.orWith}</p>
          <div className={styles.methods} role="group" aria-label={t.orWith}>
            {others.map((method) => (
              <button
                key={method}
                type="button"
                className={styles.method}
                aria-label={t.pay(total, t.by[method])}
                aria-busy={busy === method || undefined}
                onClick={() => change(method)}
              >
                <MethodMark method={method} />
                <span>{t.methods[method]}</span>
              </button>
            ))}
          </div>
        </>
      )}
      {isUnknown && <p className="small dim">{t.noMethods}</p>}
      {problem && (
        <div role="alert">
          <FieldError id="pay-ways-problem" text={problem} />
        </div>
      )}
      <p className="vh" role="status">
        {busy === null ? '' : busy === 'cancel' ? t.cancelling : t.opening}
      </p>
      <p className={styles.cancel}>
        <button
          type="button"
          className="textual"
          aria-busy={busy === 'cancel' || undefined}
          onClick={() => void cancel()}
        >
          {t.cancel}
        </button>
      </p>
    </div>
  )
}
