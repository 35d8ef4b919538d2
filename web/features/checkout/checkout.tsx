import '#ui/progress.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import type { SiteMethod } from '#shared/site.ts'
import { FieldError } from '#ui/field-error.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { readPrefetched } from '#web/client/prefetch-store.ts'
import { useSession } from '#web/client/session.ts'
import { nameOf } from '#web/client/user-info.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { fetchOrder } from '#web/payment/order.ts'
import { previewQuery, shopQuery } from './checkout.queries.ts'
import { ConversionNote } from './conversion-note.tsx'
import { CurrencySwitch } from './currency-switch.tsx'
import { GroupStrip } from './group-strip.tsx'
import { fetchDialog, PaymentDialog } from '#web/payment/lazy-dialog.ts'
import { RedeemCodeField, PromoCodeField } from './lazy-parts.ts'
import { MethodTiles } from '#web/payment/method-tiles.tsx'
import { arrival, currenciesOf, groupOffer, methodsIn, priceIn, type Offer } from '#web/payment/offer.ts'
import { forgetOpenOrder, openOrderId } from '#web/payment/open-payment.ts'
import { paymentStateOf } from '#web/payment/payment-state.ts'
import { PlanStops } from './plan-stops.tsx'
import { basketOf, discountFor, type Promo } from './promo-code.ts'
import { settle, consumeWish, type Wish } from './selection.ts'
import { ShopEmpty } from './shop-empty.tsx'
import { Ticket } from './ticket.tsx'
import { usePay } from './use-pay.ts'
import styles from './checkout.module.css'

export type CheckoutProps = {
  readonly offers: readonly Offer[]
  readonly methods: readonly SiteMethod[]
  /** ISO date in UTC, so that the server and the first render in the browser agree. */
  readonly today: string
  readonly supportUrl: string | null
}
type Props = CheckoutProps & { readonly t: CheckoutTexts; readonly language: Language; readonly base: string }

export function Checkout({ offers: rendered, methods, today, supportUrl, t, language, base }: Props) {
  const formId = useId()
  const queryClient = useQueryClient()
  const alert = useRef<HTMLDivElement>(null)
  const [wish, setWish] = useState<Wish>({})
  /** Null until React is in charge: dates then move from the server's day to the reader's own. */
  const [promo, setPromoCode] = useState<Promo | null>(null)
  const [promoOpen, setPromoCodeOpen] = useState(false)
  const [giftOpen, setRedeemOpen] = useState(false)
  const [now, setNow] = useState<Date | null>(null)

  // Before the query below subscribes, so that what another page prefetched is not fetched again.
  useEffect(() => {
    const prefetched = readPrefetched(language, Date.now())
    if (prefetched)
      queryClient.setQueryData(shopQuery(language).queryKey, prefetched.goods, { updatedAt: prefetched.at })
  }, [language, queryClient])
  const { data: offers } = useQuery({ ...shopQuery(language), initialData: rendered, initialDataUpdatedAt: 0 })
  const session = useSession()
  const { pay, busy, problem, placed, setPlaced, setProblem } = usePay(language, base)

  useEffect(() => {
    setNow(new Date())
    const kept = consumeWish()
    if (kept) setWish(kept)
    if (kept?.promoCode) setPromoCodeOpen(true)
    const orderId = openOrderId()
    if (orderId) {
      // Somebody came back from the provider by the browser's own button: the dialog asks how it went.
      fetchOrder(orderId).then((order) => {
        if (order && paymentStateOf(order.status) === 'waiting') setPlaced(order)
        else forgetOpenOrder()
      }, forgetOpenOrder)
    }
  }, [setPlaced])
  useEffect(() => alert.current?.focus(), [problem])

  const choice = settle(wish, offers, methods, language)
  const hasTime = session.state === 'signed-in' && (session.user.expiresAt ?? 0) > (now?.getTime() ?? Infinity)
  const preview = useQuery({
    ...previewQuery(choice?.offer.id ?? '', choice?.currency ?? 'CNY'),
    enabled: hasTime && choice !== null,
  })
  if (!choice) return <ShopEmpty t={t} />
  const { currency } = choice
  const basket = basketOf(choice)
  const discountMinor = discountFor(promo, basket)
  const group = groupOffer(offers, choice.offer, currency)
  const currencies = currenciesOf(offers, methods)
  const choose = (part: Wish) => {
    setProblem(null)
    setWish({ goodsId: choice.offer.id, currency, ...wish, ...part })
  }

  const start = now ?? new Date(`${today}T00:00:00Z`)
  const zone = now ? {} : ({ timeZone: 'UTC' } as const)
  const day = (date: Date, style: 'long' | 'short' = 'long') => displayDate(date, language, { style, ...zone })
  const expiresAt = session.state === 'signed-in' ? session.user.expiresAt : null
  const running = expiresAt !== null && expiresAt > start.getTime() ? new Date(expiresAt) : null
  // Time of another number of devices is converted: only the server says where that leads.
  const runningDevices = session.state === 'signed-in' && running ? session.user.maxDevices : 0
  const arrivalOf = (offer: Offer) => arrival(offer, start, expiresAt)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!choice || discountMinor === null) return
    fetchDialog()
    void pay(choice, promo)
  }
  function closeDialog() {
    forgetOpenOrder()
    setPlaced(null)
  }

  return (
    <>
      <div className="page">
        <div className={styles.head}>
          <div>
            <h1>{t.title}</h1>
            <p className="lead">{t.lead}</p>
          </div>
          {currencies.length > 1 && (
            <CurrencySwitch
              t={t}
              currencies={currencies}
              chosen={currency}
              onChoose={(next) => choose({ currency: next })}
            />
          )}
        </div>
        <form id={formId} className={styles.buy} onSubmit={submit}>
          <div>
            <section>
              <PlanStops
                t={t}
                language={language}
                offers={offers.filter((offer) => priceIn(offer, currency))}
                chosenId={choice.offer.id}
                currency={currency}
                start={running ? t.afterExpiry(day(running)) : t.todayIs(day(start))}
                arrivalOf={(offer) =>
                  runningDevices === 0 || offer.maxDevices === runningDevices
                    ? day(arrivalOf(offer))
                    : preview.data && offer.id === choice.offer.id
                      ? day(new Date(preview.data.expiresAt))
                      : null
                }
                onChoose={(goodsId) => choose({ goodsId })}
              />
              {group && <GroupStrip t={t} language={language} base={base} group={group} currency={currency} />}
            </section>
            <section>
              <MethodTiles
                t={t}
                methods={methodsIn(methods, currency)}
                chosen={choice.method}
                onChoose={(method) => choose({ method })}
              />
            </section>
          </div>
          <Ticket
            t={t}
            language={language}
            base={base}
            choice={choice}
            buyer={session.state === 'signed-in' ? nameOf(session.user) : null}
            from={
              running
                ? { label: t.yourExpiry, date: day(running, 'short') }
                : { label: t.today, date: day(start, 'short') }
            }
            to={day(preview.data ? new Date(preview.data.expiresAt) : arrivalOf(choice.offer), 'short')}
            note={<ConversionNote t={t} preview={preview.data} />}
            ready={!preview.isLoading}
            busy={busy}
            discountMinor={discountMinor}
            codes={
              <div className={styles.codes}>
                <Suspense fallback={<div className="dashes" aria-hidden="true" />}>
                  {promoOpen && (
                    <PromoCodeField
                      basket={basket}
                      promo={promo}
                      initialCode={wish.promoCode ?? ''}
                      onPromo={setPromoCode}
                    />
                  )}
                  {giftOpen && <RedeemCodeField base={base} />}
                </Suspense>
                {!promoOpen && (
                  <button type="button" className="link" onClick={() => setPromoCodeOpen(true)}>
                    {t.havePromo}
                  </button>
                )}
                {!giftOpen && (
                  <button type="button" className="link" onClick={() => setRedeemOpen(true)}>
                    {t.haveGift}
                  </button>
                )}
              </div>
            }
            problem={
              problem && (
                <div className={styles.problem} role="alert" tabIndex={-1} ref={alert}>
                  <FieldError id={`${formId}-problem`} text={problem} />
                </div>
              )
            }
          />
        </form>
      </div>
      <div className={styles.bar}>
        <span>
          <span className="small dim">{choice.offer.name}</span>
          <b className="num">
            {formatMoney({ amountMinor: choice.priceMinor - (discountMinor ?? 0), currency }, language)}
          </b>
        </span>
        <button
          className="btn"
          type="submit"
          form={formId}
          aria-busy={busy || undefined}
          disabled={choice.method === null || discountMinor === null || preview.isLoading}
        >
          {t.payShort}
        </button>
      </div>
      {placed && (
        <Suspense>
          <PaymentDialog
            t={t.order}
            language={language}
            base={base}
            supportUrl={supportUrl}
            placed={placed}
            onClose={closeDialog}
            onAnother={() => {
              closeDialog()
              document.getElementById('methods')?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
