import '#ui/progress.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useId, useReducer, useRef, useState, type SubmitEvent } from 'react'
import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { isOpenStatus } from '#shared/order-outcome.ts'
import type { SiteMethod } from '#shared/site.ts'
import { readStored } from '#ui/browser-storage.ts'
import { FieldError } from '#ui/field-error.tsx'
import { comma } from '#web/display/comma.ts'
import { displayDate } from '#web/display/display-date.ts'
import { showHeaderLinks } from '#web/client/header-links.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { readPrefetched } from '#web/client/prefetch-store.ts'
import { logOut, useSession } from '#web/client/session.ts'
import { redeemCode } from '#web/client/storage-keys.ts'
import { nameOf } from '#web/client/user-info.ts'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import { fetchOrder, type Order } from '#web/payment/order.ts'
import { orderKey } from '#web/payment/use-order.ts'
import { Buyer } from './buyer.tsx'
import { previewQuery, shopQuery } from './checkout.queries.ts'
import { firstState, nextState } from './checkout-state.ts'
import { Codes } from './codes.tsx'
import { ConversionNote } from './conversion-note.tsx'
import { GroupStrip } from './group-strip.tsx'
import { fetchDialog, PaymentDialog, showPayOutsideApp } from '#web/payment/lazy-dialog.ts'
import { currenciesOf, groupOffer, type Offer } from '#web/payment/offer-prices.ts'
import { forgetOpenOrder, isBlockedByApp, openOrderId } from '#web/payment/open-payment.ts'
import { preferredMethod } from '#web/payment/preferred-method.ts'
import type { Sheet } from '#web/payment/sign-in-sheet.ts'
import { pay } from './pay.ts'
import { PayPanel } from './pay-panel.tsx'
import { daysBetween, likelyConversion, planDates, timeNow } from './plan-dates.ts'
import { planLines } from './sort-plans.ts'
import { PlanList } from './plan-list.tsx'
import { basketOf, discountFor, type Promo } from './promo-code.ts'
import { RadioSwitch } from './radio-switch.tsx'
import { takeAskedPlan } from './asked-plan.ts'
import { startShown, takePressedPay } from './pressed-pay.ts'
import {
  forDevices,
  forgetWish,
  readWish,
  saveWish,
  settle,
  shownWish,
  wishOf,
  withAsked,
  type Wish,
} from './selection.ts'
import { PurchaseSummary } from './purchase-summary.tsx'
import { ShopEmpty } from './shop-empty.tsx'
import { fetchUpgradeWays, OpenOrder, UpgradeWays } from './lazy-parts.ts'
import styles from './checkout.module.css'

export type CheckoutProps = {
  readonly offers: readonly Offer[]
  readonly methods: readonly SiteMethod[]
  /** ISO date of the server render. Hydration starts from the same date, so that the HTML matches. */
  readonly today: string
  /**
   * Time at which the visitor opened the page, in ms since 1970. A script may already have corrected the dates to it.
   */
  readonly cameAt?: number
  readonly supportUrl: string | null
  readonly refundDays: number
  readonly sheet: Sheet
}
type Props = CheckoutProps & {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly base: string
}

export function Checkout({
  offers: rendered,
  methods,
  today,
  cameAt,
  supportUrl,
  refundDays,
  t,
  language,
  base,
  sheet,
}: Props) {
  const formId = useId()
  const queryClient = useQueryClient()
  const alert = useRef<HTMLDivElement>(null)
  const [state, dispatch] = useReducer(nextState, firstState, startShown)
  const { step, opened, promo, problem, placed, door } = state
  const { SignIn, kinds, agreement } = sheet

  // Stores prefetched plans before the query below subscribes, so that they are not fetched again.
  useEffect(() => {
    const prefetched = readPrefetched(language, Date.now())
    if (prefetched)
      queryClient.setQueryData(shopQuery(language).queryKey, prefetched.goods, { updatedAt: prefetched.at })
  }, [language, queryClient])
  // Renders again once the plans are fetched, because the answer tells the server's time.
  const seen = { initialDataUpdatedAt: 0, notifyOnChangeProps: ['data' as const, 'isFetchedAfterMount' as const] }
  const { data: offers } = useQuery({ ...shopQuery(language), initialData: rendered, ...seen })
  const now = opened === null ? null : timeNow(opened, cameAt)
  const session = useSession()
  const user = session.state === 'signed-in' ? session.user : null

  /** Choice of the first render, which is what a visitor saw who pressed Pay before it. */
  const [shown] = useState(() => settle(state.wish, offers, methods, language, state.preferred))
  useEffect(() => {
    const gift = readStored('sessionStorage', redeemCode) !== null
    const wish = wishNow()
    const pressed = shown && takePressedPay(wish) ? shownWish(shown) : null
    dispatch({
      type: 'woke',
      opened: Date.now(),
      wish: wish || pressed ? { ...wish, ...pressed } : null,
      preferred: preferredMethod(),
      gift,
    })
    findOpenOrder()
    // After the back button, the browser may restore this page from the back-forward cache in its busy state.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      dispatch({ type: 'left' })
      findOpenOrder()
    }
    addEventListener('pageshow', onReturn)
    return () => removeEventListener('pageshow', onReturn)

    function findOpenOrder() {
      const orderId = openOrderId()
      if (!orderId) return
      fetchOrder(orderId).then((order) => {
        if (openOrderId() !== orderId) return
        if (order && isOpenStatus(order.status)) dispatch({ type: 'found', order })
        else forgetOpenOrder()
      }, forgetOpenOrder)
    }
  }, [shown])
  useEffect(() => {
    if (Object.keys(state.wish).length > 0) saveWish(state.wish)
  }, [state.wish])
  const canRaise = offers.some(({ maxDevices }) => maxDevices > (user?.maxDevices ?? Infinity))
  useEffect(() => {
    // Loads the choice between upgrades in advance. A failure is ignored; the error is shown once the part is needed.
    if (canRaise) fetchUpgradeWays().catch(() => null)
  }, [canRaise])
  useEffect(() => alert.current?.focus(), [problem])
  const onPromo = useCallback((checked: Promo | null) => dispatch({ type: 'checked', promo: checked }), [])

  // After a change of language, keeps the shown currency and method, even if the visitor did not choose them.
  const [spoken, setSpoken] = useState(language)
  if (spoken !== language) {
    setSpoken(language)
    const kept = settle(state.wish, offers, methods, spoken, state.preferred, !!now)
    if (kept) dispatch({ type: 'chose', wish: wishOf(kept) })
  }
  const choice = settle(state.wish, offers, methods, language, state.preferred, !!now)
  const hasTime = (user?.expiresAt ?? 0) > (now?.getTime() ?? Infinity)
  const preview = useQuery({
    ...previewQuery(choice?.offer.id ?? '', choice?.currency ?? 'CNY'),
    enabled: hasTime && choice !== null,
  })
  if (!choice) return <ShopEmpty t={t} />
  const { currency, offer, devices } = choice
  const start = now ?? new Date(cameAt ?? `${today}T00:00:00Z`)
  const zone = now || cameAt ? {} : ({ timeZone: 'UTC' } as const)
  const day = (date: Date) => displayDate(date, language, zone)
  const { running, end, converts } = planDates(start, user)
  const differenceOffered = preview.data?.difference ?? null
  const likely = preview.isPending ? likelyConversion(offer, user, start) : null
  const raised = likely && likely.devicesAfter > likely.devicesBefore ? { ...likely, priceMinor: null } : null
  const waysOffered = differenceOffered ?? raised
  const onlyDifference = state.wish.onlyDifference === true && differenceOffered !== null
  const difference = onlyDifference ? differenceOffered : null
  const bought = difference ? { ...choice, priceMinor: difference.priceMinor } : choice
  const discountMinor = difference ? 0 : discountFor(promo, basketOf(choice))
  const group = groupOffer(offers, offer, currency)
  const currencies = currenciesOf(offers, methods)
  const choose = (wish: Wish) => dispatch({ type: 'chose', wish })

  const previewed = preview.data && new Date(preview.data.expiresAt)
  const destination = difference && running ? running : previewed
  const until = day(destination ?? end(offer))
  // If the purchase converts the remaining time, the summary shows the whole period from today.
  const whole = preview.data?.converted === 'remaining' && destination
  const trip = {
    from: running && !whole ? { label: t.yourExpiry, date: day(running) } : { label: t.today, date: day(start) },
    to: { label: whole ? t.days(daysBetween(start, whole)) : offer.name, date: until },
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!choice || discountMinor === null || step === 'paying' || step === 'waiting') return
    const { method } = choice
    if (method && isBlockedByApp(method)) return showPayOutsideApp(method, { plan: offer.id, currency, method })
    fetchDialog()
    dispatch({ type: 'submitted' })
    void pay(queryClient, language, { choice: bought, promo, onlyDifference }).then((came) => came && dispatch(came))
  }
  function goOn() {
    if (!choice) return
    showHeaderLinks(true)
    dispatch({ type: 'entered' })
    void pay(queryClient, language, { choice: bought, promo, onlyDifference, look: t.lookFirst }).then(
      (came) => came && dispatch(came),
    )
  }
  function closeDialog() {
    const order = placed && queryClient.getQueryData<Order>(orderKey(placed.orderId))
    if (order && order.status === 'paid') forgetWish()
    forgetOpenOrder()
    dispatch({ type: 'closed' })
  }
  async function signInAsOther() {
    if (user) await logOut(queryClient)
    showHeaderLinks(false)
    dispatch({ type: 'stranger', door: 'login' })
  }

  return (
    <>
      {/* A member's dates are unknown until the account is loaded, so CSS hides them while a session token is
          stored. */}
      <form
        className="page"
        method="post"
        data-asking={(session.state === 'unknown' && session.unreachable === null) || undefined}
        onSubmit={submit}
      >
        <div className={styles.head}>
          <h1>{t.title}</h1>
          <p>{t.lead}</p>
        </div>
        <div className={styles.buy}>
          <section>
            <div className={styles.tools}>
              {devices.length > 1 && (
                <RadioSwitch
                  name="devices"
                  label={t.devices}
                  shown
                  values={devices}
                  chosen={offer.maxDevices}
                  textOf={t.deviceCount}
                  onChoose={(count) => {
                    const goodsId = forDevices(offers, choice, count)?.id
                    if (goodsId) choose({ goodsId, onlyDifference: false })
                  }}
                />
              )}
              {currencies.length > 1 && (
                <RadioSwitch
                  name="currency"
                  label={t.currency}
                  values={currencies}
                  chosen={currency}
                  brief
                  textOf={(each) => t.currencies[each]}
                  onChoose={(next) => choose({ currency: next })}
                />
              )}
            </div>
            <PlanList
              t={t}
              language={language}
              lines={planLines(offers, offer.maxDevices)}
              chosenId={offer.id}
              currency={currency}
              start={running ? t.afterExpiry(day(running)) : t.todayIs(day(start))}
              arrivalOf={(each) => {
                if (!converts(each)) return day(end(each))
                return previewed && each.id === offer.id ? day(previewed) : null
              }}
              onChoose={(goodsId) => choose({ goodsId, onlyDifference: false })}
            />
            {group && <GroupStrip t={t} language={language} base={base} group={group} currency={currency} />}
          </section>
          <PurchaseSummary
            t={t}
            language={language}
            choice={choice}
            {...trip}
            difference={difference}
            ways={
              waysOffered && (
                <Suspense fallback={<div className={styles.ways} />}>
                  <UpgradeWays
                    t={t}
                    language={language}
                    plan={offer.name}
                    planMinor={choice.priceMinor}
                    currency={currency}
                    difference={waysOffered}
                    onlyDifference={onlyDifference}
                    onChoose={(only) => choose({ onlyDifference: only })}
                  />
                </Suspense>
              )
            }
            note={<ConversionNote t={t} preview={preview.data} likely={likely} difference={difference} />}
            codes={
              <Codes
                t={t}
                base={base}
                state={state}
                takesPromo={!difference}
                basket={basketOf(choice)}
                offers={offers}
                dispatch={dispatch}
                onPromo={onPromo}
              />
            }
          />
          <PayPanel
            t={t}
            language={language}
            base={base}
            choice={bought}
            until={until}
            refundDays={refundDays}
            // Choosing a method also fixes the currency, because the visitor has seen the price in it.
            onChoose={(method) => choose({ method, currency })}
            busy={step === 'paying'}
            discountMinor={discountMinor}
            ready={!preview.isLoading}
            problem={
              <>
                {user && !placed && (
                  <Suspense>
                    <OpenOrder goodsId={offer.id} />
                  </Suspense>
                )}
                {problem && (
                  <div role="alert" tabIndex={-1} ref={alert}>
                    <FieldError id={`${formId}-problem`} text={problem} />
                  </div>
                )}
              </>
            }
          />
          <Buyer
            t={t}
            language={language}
            base={base}
            name={session.state === 'unknown' ? undefined : user && nameOf(user)}
            until={running && day(running)}
            onOther={() => void signInAsOther()}
          />
        </div>
      </form>
      {door && choice.method && (
        <Suspense>
          <SignIn
            base={base}
            kinds={kinds}
            agreement={agreement}
            door={door}
            buying={{
              what: `${offer.name}${comma(language)}${t.ways[choice.method]}`,
              method: choice.method,
              sum: formatMoney({ amountMinor: bought.priceMinor - (discountMinor ?? 0), currency }, language, {
                whole: true,
              }),
            }}
            onEntered={goOn}
            onClose={() => dispatch({ type: 'closed' })}
            onElsewhere={() => goToLogin(base, 'register')}
          />
        </Suspense>
      )}
      {placed && (
        <Suspense>
          <PaymentDialog
            t={t.order}
            language={language}
            base={base}
            supportUrl={supportUrl}
            placed={placed}
            onClose={closeDialog}
          />
        </Suspense>
      )}
    </>
  )
}

const wishNow = (): Wish | null => withAsked(readWish(Date.now()), takeAskedPlan())
