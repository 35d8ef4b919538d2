import { useEffect, useId, useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import type { PayingTexts } from '#text/en/site/paying.ts'
import { CodeRow } from './code-row.tsx'
import type { Offer } from '#web/payment/offer-prices.ts'
import { withFits } from './promo-fits.ts'
import { discountFor, type Basket, type Promo } from './promo-code.ts'
import styles from './codes.module.css'

type Props = {
  readonly t: PayingTexts
  readonly language: Language
  readonly basket: Basket
  readonly offers: readonly Offer[]
  readonly promo: Promo | null
  readonly initialCode: string
  readonly onPromo: (promo: Promo | null) => void
}

async function askPromoCode(code: string, basket: Basket, language: Language): Promise<Promo> {
  try {
    const input = { code, ...basket, method: basket.method as 'alipay' }
    const answer = await api('/api/payment/payment_coupon', input, { handlesErrors: true })
    return { code: answer.code, basket, discountMinor: answer.discountMinor, refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const refusal = { text: error.message, language, fits: error.next.fits ?? null }
    return { code: code.trim().toUpperCase(), basket, discountMinor: 0, refusal }
  }
}

export default function PromoCodeField({ t, language, basket, offers, promo, initialCode, onPromo }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(initialCode)
  const [checking, setChecking] = useState(false)
  const { goodsId, currency, method } = basket
  const askedFor = promo?.code ?? initialCode
  const speaks = (promo?.refusal?.language ?? language) === language
  const field = useRef<HTMLDivElement>(null)
  // Without a code from the URL, the visitor has just opened the field with a button. The button is gone now, so the
  // field takes the focus.
  const wantsFocus = useRef(initialCode === '')
  const isCurrent = speaks && discountFor(promo, basket) !== null && (promo !== null || initialCode === '')

  useEffect(() => {
    if (isCurrent || askedFor === '') return
    let wanted = true
    setChecking(true)
    askPromoCode(askedFor, { goodsId, currency, method }, language)
      .then(
        (found) => wanted && onPromo(found),
        () => wanted && onPromo(null),
      )
      .finally(() => wanted && setChecking(false))
    return () => {
      wanted = false
    }
  }, [isCurrent, askedFor, goodsId, currency, method, language, onPromo])

  async function submit() {
    if (checking || typed.trim() === '') return
    setChecking(true)
    const found = await askPromoCode(typed, basket, language).finally(() => setChecking(false))
    wantsFocus.current = found.refusal === null
    onPromo(found)
  }

  const applied = promo !== null && promo.refusal === null
  useEffect(() => {
    if (wantsFocus.current) field.current?.querySelector<HTMLElement>('input, button')?.focus()
    wantsFocus.current = false
  }, [applied])
  const { text, fits } = promo?.refusal ?? { text: null, fits: null }
  const problem = text !== null && promo && fits ? withFits(text, fits, promo.basket, t.promoFits, offers) : text
  return (
    <div ref={field} className={styles.field}>
      {applied ? (
        <p className={styles.chip} role="status">
          <span>
            {t.promoApplied(promo.code, formatMoney({ amountMinor: promo.discountMinor, currency }, language))}
          </span>
          <button
            type="button"
            className="btn quiet s"
            aria-label={t.promoRemove(promo.code)}
            onClick={() => {
              setTyped('')
              wantsFocus.current = true
              onPromo(null)
            }}
          >
            ×
          </button>
        </p>
      ) : (
        <div>
          <CodeRow
            id={id}
            label={t.promoLabel}
            action={t.promoApply}
            typed={typed}
            onTyped={setTyped}
            onSubmit={() => void submit()}
            isBusy={checking}
            problem={problem}
          />
          <p className="vh" role="status">
            {checking ? t.promoChecking : ''}
          </p>
        </div>
      )}
    </div>
  )
}
