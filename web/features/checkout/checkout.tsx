import '#ui/progress.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useId, useReducer, useRef, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import type { SiteMethod } from '#shared/site.ts'
import { FieldError } from '#ui/field-error.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { readPrefetched } from '#web/client/prefetch-store.ts'
import { useSession } from '#web/client/session.ts'
import { nameOf } from '#web/client/user-info.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { fetchOrder } from '#web/payment/order.ts'
import { previewQuery, shopQuery } from './checkout.queries.ts'
import { firstState, nextState } from './checkout-state.ts'
import { Codes } from './codes.tsx'
import { ConversionNote } from './conversion-note.tsx'
import { CurrencySwitch } from './currency-switch.tsx'
import { GroupStrip } from './group-strip.tsx'
import { fetchDialog, PaymentDialog } from '#web/payment/lazy-dialog.ts'
import { MethodTiles } from '#web/payment/method-tiles.tsx'
import { currenciesOf, groupOffer, methodsIn, priceIn, type Offer } from '#web/payment/offer.ts'
import { forgetOpenOrder, openOrderId } from '#web/payment/open-payment.ts'
import { paymentStateOf } from '#web/payment/payment-state.ts'
import { pay } from './pay.ts'
import { PayBar } from './pay-bar.tsx'
import { planDates } from './plan-dates.ts'
import { PlanStops } from './plan-stops.tsx'
import { basketOf, discountFor, type Promo } from './promo-code.ts'
import { settle, consumeWish, type Wish } from './selection.ts'
import { ShopEmpty } from './shop-empty.tsx'
import { Ticket } from './ticket.tsx'
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
  const [state, dispatch] = useReducer(nextState, firstState)
  const { step, now, promo, problem, placed } = state

  // Before the query below subscribes, so that what another page prefetched is not fetched again.
  useEffect(() => {
    const prefetched = readPrefetched(language, Date.now())
    if (prefetched)
      queryClient.setQueryData(shopQuery(language).queryKey, prefetched.goods, { updatedAt: prefetched.at })
  }, [language, queryClient])
  const { data: offers } = useQuery({ ...shopQuery(language), initialData: rendered, initialDataUpdatedAt: 0 })
  const session = useSession()
  const user = session.state === 'signed-in' ? session.user : null

  useEffect(() => {
    dispatch({ type: 'woke', now: new Date(), wish: consumeWish() })
    const orderId = openOrderId()
    if (!orderId) return
    // The reader came back from the provider by the browser's own button: the dialog asks how it went.
    fetchOrder(orderId).then((order) => {
      if (order && paymentStateOf(order.status) === 'waiting') dispatch({ type: 'found', order })
      else forgetOpenOrder()
    }, forgetOpenOrder)
  }, [])
  useEffect(() => alert.current?.focus(), [problem])
  const onPromo = useCallback((checked: Promo | null) => dispatch({ type: 'checked', promo: checked }), [])

  const choice = settle(state.wish, offers, methods, language)
  const hasTime = (user?.expiresAt ?? 0) > (now?.getTime() ?? Infinity)
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
  const choose = (part: Wish) =>
    dispatch({ type: 'chose', wish: { goodsId: choice.offer.id, currency, ...state.wish, ...part } })

  const start = now ?? new Date(`${today}T00:00:00Z`)
  const zone = now ? {} : ({ timeZone: 'UTC' } as const)
  const day = (date: Date, style: 'long' | 'short' = 'long') => displayDate(date, language, { style, ...zone })
  const { running, end, converts } = planDates(start, user)
  const previewed = preview.data && new Date(preview.data.expiresAt)
  const shown = { t, language, choice, discountMinor, busy: step === 'paying', ready: !preview.isLoading }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!choice || discountMinor === null || step === 'paying' || step === 'waiting') return
    fetchDialog()
    dispatch({ type: 'submitted' })
    void pay(queryClient, { language, base }, choice, promo).then(dispatch)
  }
  function closeDialog() {
    forgetOpenOrder()
    dispatch({ type: 'closed' })
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
                arrivalOf={(offer) => {
                  if (!converts(offer)) return day(end(offer))
                  return previewed && offer.id === choice.offer.id ? day(previewed) : null
                }}
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
            {...shown}
            base={base}
            buyer={user && nameOf(user)}
            from={
              running
                ? { label: t.yourExpiry, date: day(running, 'short') }
                : { label: t.today, date: day(start, 'short') }
            }
            to={day(previewed ?? end(choice.offer), 'short')}
            note={<ConversionNote t={t} preview={preview.data} />}
            codes={<Codes t={t} base={base} state={state} basket={basket} dispatch={dispatch} onPromo={onPromo} />}
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
      <PayBar {...shown} formId={formId} />
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
