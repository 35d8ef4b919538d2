import { Suspense } from 'react'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import type { CheckoutEvent, CheckoutState } from './checkout-state.ts'
import { RedeemCodeField, PromoCodeField } from './lazy-parts.ts'
import type { Offer } from '#web/payment/offer-prices.ts'
import type { Basket, Promo } from './promo-code.ts'
import styles from './checkout.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly base: string
  readonly state: CheckoutState
  /** False if promo codes do not apply to the chosen plan; a typed code is kept. */
  readonly takesPromo: boolean
  readonly basket: Basket
  readonly offers: readonly Offer[]
  readonly dispatch: (event: CheckoutEvent) => void
  readonly onPromo: (promo: Promo | null) => void
}

export const Codes = ({
  t,
  base,
  state: { open, promo, wish },
  takesPromo,
  basket,
  offers,
  dispatch,
  onPromo,
}: Props) => {
  return (
    <div className={styles.codes}>
      <Suspense fallback={<div className="dashes" aria-hidden="true" />}>
        {open.promo && (
          <div hidden={!takesPromo}>
            <PromoCodeField
              basket={basket}
              offers={offers}
              promo={promo}
              initialCode={wish.promoCode ?? ''}
              onPromo={onPromo}
            />
          </div>
        )}
        {open.gift && <RedeemCodeField base={base} />}
      </Suspense>
      {(['promo', 'gift'] as const).map(
        (part) =>
          !open[part] &&
          (part === 'gift' || takesPromo) && (
            <button key={part} type="button" className="link" onClick={() => dispatch({ type: 'opened', part })}>
              {part === 'promo' ? t.havePromo : t.haveGift}
            </button>
          ),
      )}
    </div>
  )
}
