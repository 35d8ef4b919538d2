import '#ui/check.css'
import '#ui/choice.css'
import '#ui/progress.css'
import { Suspense, useEffect, useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { SiteMethod } from '#shared/site.ts'
import type { Method } from '#shared/method.ts'
import { FieldError } from '#ui/field-error.tsx'
import { fetchDialog, PaymentDialog } from '#web/payment/lazy-dialog.ts'
import { MethodTiles } from '#web/payment/method-tiles.tsx'
import { methodsIn, type Offer } from '#web/payment/offer-prices.ts'
import { usualMethod } from '#web/payment/open-payment.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import { askedStart, saveStartWish, nearestStart, consumeStartWish, type StartWish } from './start-choice.ts'
import type { Sheet } from '#web/payment/sign-in-sheet.ts'
import { buyingOf } from '#web/features/groups/seat/buying.ts'
import { Entering } from '#web/features/groups/seat/entering.tsx'
import { useOrderSeat } from '#web/features/groups/seat/use-order-seat.ts'
import styles from './start.module.css'

export type StartGroupProps = {
  readonly offers: readonly Offer[]
  readonly methods: readonly SiteMethod[]
  readonly supportUrl: string | null
  readonly sheet: Sheet
  readonly currency?: Currency
}
type Props = StartGroupProps & { readonly t: GroupTexts; readonly language: Language; readonly base: string }

export function StartGroup({ offers, methods, supportUrl, sheet, currency: usual, t, language, base }: Props) {
  const id = useId()
  const [wish, setWish] = useState<StartWish>({})
  /** False for the first render, which must match the server's: the server does not know the app around the page. */
  const [isAwake, setAwake] = useState(false)
  const { order, busy, problem, placed, reset, entering, goOn, leave } = useOrderSeat(language)
  useEffect(() => {
    const kept = consumeStartWish() ?? askedStart(location.search)
    if (kept) setWish(kept)
    setAwake(true)
  }, [])

  const choice = nearestStart(
    usual ? { currency: usual, ...wish } : wish,
    offers,
    methods,
    language,
    isAwake ? usualMethod : undefined,
  )
  if (!choice)
    return (
      <div className={styles.none}>
        <p className="lead">{t.start.none}</p>
        <a className="btn" href={`${base}/pricing`}>
          {t.start.nonePrices}
        </a>
      </div>
    )
  const { offer, size, paymentType, listed, currency, method, perPersonMinor, aloneMinor, currencies, sizes } = choice
  const totalMinor = paymentType === 0 ? perPersonMinor * size : perPersonMinor
  const money = (amountMinor: number, whole = false) => formatMoney({ amountMinor, currency }, language, { whole })
  const choose = (part: StartWish) => {
    reset()
    setWish({ goodsId: offer.id, size, paymentType, currency, listed, ...(method && { method }), ...part })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!method) return
    fetchDialog()
    // Stores the choices, because registering with an email or phone to confirm leaves this page.
    saveStartWish({ goodsId: offer.id, size, paymentType, currency, method, listed })
    order({ what: 'start', goodsId: offer.id, size, paymentType, listed }, { currency, method, totalMinor })
  }

  return (
    <>
      <form className={styles.form} method="post" onSubmit={submit} aria-labelledby={`${id}-title`}>
        <div className={styles.head}>
          <h2 id={`${id}-title`}>{t.start.title}</h2>
          <p className="lead">{t.start.lead}</p>
        </div>
        <Choices legend={t.start.plan} className={styles.plans}>
          {choice.offers.map((plan) => (
            <Tile
              key={plan.id}
              name="plan"
              checked={plan.id === offer.id}
              onChoose={() => choose({ goodsId: plan.id })}
            >
              <b>{plan.name}</b>
            </Tile>
          ))}
          {currencies.length > 1 && (
            <div className={styles.currencies}>
              {currencies.map((each: Currency) => (
                <Tile
                  key={each}
                  name="currency"
                  checked={each === currency}
                  onChoose={() => choose({ currency: each })}
                >
                  {t.start.currencies[each]}
                </Tile>
              ))}
            </div>
          )}
        </Choices>
        <Choices legend={t.start.size} className={styles.two}>
          {sizes.map(({ size: each, perPersonMinor: price }) => (
            <Tile key={each} name="size" checked={each === size} onChoose={() => choose({ size: each })}>
              <b>{t.start.sizes[each]}</b>
              <span className="small">{t.start.with[each]}</span>
              <span className={`${styles.price} num`}>{t.start.each(money(price))}</span>
            </Tile>
          ))}
        </Choices>
        <p className={styles.saving}>
          {aloneMinor > perPersonMinor && t.start.saving(money(aloneMinor), money(aloneMinor - perPersonMinor))}
        </p>
        <Choices legend={t.start.who} className={styles.two}>
          <Tile name="who" checked={paymentType === 1} onChoose={() => choose({ paymentType: 1 })}>
            <b>{t.start.self}</b>
            <span className="small">{t.start.selfText(money(perPersonMinor))}</span>
          </Tile>
          <Tile name="who" checked={paymentType === 0} onChoose={() => choose({ paymentType: 0 })}>
            <b>{t.start.all}</b>
            <span className="small">{t.start.allText(money(perPersonMinor * size), size)}</span>
          </Tile>
        </Choices>
        {paymentType === 1 && (
          <label className="check">
            <input type="checkbox" checked={listed} onChange={({ target }) => choose({ listed: target.checked })} />
            <span>
              {t.start.listed} <span className="small dim">{t.start.listedText}</span>
            </span>
          </label>
        )}
        <MethodTiles
          t={t}
          methods={methodsIn(methods, currency)}
          chosen={method}
          onChoose={(next: Method) => choose({ method: next })}
        />
        <div className={styles.end}>
          {problem && (
            <div role="alert">
              <FieldError id={`${id}-problem`} text={problem} />
            </div>
          )}
          <button type="submit" className="btn" aria-busy={busy || undefined} disabled={method === null}>
            {t.start.submit(money(totalMinor))}
          </button>
          <p className="small">{t.start.honest}</p>
          <p className="vh" role="status">
            {busy ? t.start.starting : ''}
          </p>
        </div>
      </form>
      {placed && (
        <Suspense>
          <PaymentDialog
            t={t.order}
            language={language}
            base={base}
            supportUrl={supportUrl}
            placed={placed.order}
            onClose={() => location.assign(`${base}/group-buying?group=${placed.group.groupId}`)}
          />
        </Suspense>
      )}
      {entering && (
        <Entering
          sheet={sheet}
          base={base}
          buying={buyingOf(language, t.tab(size, offer.name), entering.terms, t.order.methods)}
          onEntered={goOn}
          onClose={leave}
        />
      )}
    </>
  )
}

const Choices = ({
  legend,
  className,
  children,
}: {
  legend: string
  className: string | undefined
  children: ReactNode
}) => (
  <fieldset className={styles.choices}>
    <legend>{legend}</legend>
    <div className={className}>{children}</div>
  </fieldset>
)

type TileProps = {
  readonly name: string
  readonly checked: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}
const Tile = ({ name, checked, onChoose, children }: TileProps) => (
  <label className={`choice ${styles.tile}`}>
    <input type="radio" name={name} checked={checked} onChange={onChoose} />
    <i />
    <span>{children}</span>
  </label>
)
