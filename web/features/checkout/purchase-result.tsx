import '#ui/progress.css'
import { Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { Countdown } from '#web/display/countdown.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { OrderTexts } from '#web/text/en/order.ts'
import { OrderChoices, QrPay } from '#web/payment/lazy-parts.ts'
import { forgetOpenOrder, payPage } from '#web/payment/open-payment.ts'
import { forgetWish } from './selection.ts'
import { Outcome } from '#web/payment/outcome.tsx'
import { paymentStateOf } from '#web/payment/payment-state.ts'
import { Trip } from './trip.tsx'
import { useOrder } from '#web/payment/use-order.ts'
import type { Order } from '#web/payment/order.ts'
import styles from './purchase-result.module.css'

type Common = {
  readonly t: OrderTexts
  readonly language: Language
  readonly base: string
  readonly supportUrl: string | null
}

/** The page that a provider sends people back to. What became of the order is asked of the server, never read off the address. */
export function PurchaseResult(props: Common) {
  const { t, base } = props
  /** Undefined until React is in charge and can read the address. */
  const [orderId, setOrderId] = useState<string | null>()
  const [signedOut, setSignedOut] = useState(false)
  useEffect(() => {
    setOrderId(new URLSearchParams(location.search).get('order'))
    setSignedOut(!holdsAnyToken())
  }, [])

  if (orderId === undefined) return <Checking t={t} />
  if (orderId === null) return <Missing t={t} />
  if (signedOut) return <SignedOut t={t} base={base} />
  return <KnownOrder {...props} orderId={orderId} onSignedOut={() => setSignedOut(true)} />
}

function KnownOrder({ orderId, onSignedOut, ...common }: Common & { orderId: string; onSignedOut: () => void }) {
  const { t, language } = common
  const { order, error, refetch, ...asking } = useOrder(orderId, language)
  const status = error instanceof ApiError ? error.status : null
  useEffect(() => {
    if (status === 'Unauthorized') onSignedOut()
  }, [status, onSignedOut])
  useEffect(() => {
    // The dialog at checkout need not ask about this order again.
    if (order && paymentStateOf(order.status) !== 'waiting') forgetOpenOrder()
    if (order && paymentStateOf(order.status) === 'success') forgetWish()
  }, [order])

  if (order) return <OrderTicket {...common} {...asking} order={order} />
  if (order === null || status === 'NotFound') return <Missing t={t} />
  if (error === null || status === 'Unauthorized') return <Checking t={t} />
  return (
    <Panel title={t.failed.title} text={isNetworkError(error) || status ? error.message : ''}>
      <button type="button" className="btn" onClick={() => void refetch()}>
        {t.failed.action}
      </button>
    </Panel>
  )
}

type TicketProps = Common & { order: Order; ask: () => void; asking: boolean; timesAsked: number }

function OrderTicket({ t, language, base, supportUrl, order, ask, asking, timesAsked }: TicketProps) {
  const headingId = useId()
  const [choosing, setChoosing] = useState(false)
  const state = paymentStateOf(order.status)
  const support = supportUrl && (
    <a className="link" href={supportUrl} target="_blank" rel="noreferrer">
      {t.support}
    </a>
  )
  return (
    <div className={styles.ticket}>
      {state === 'waiting' ? (
        <div className={styles.waiting}>
          <h1 id={headingId}>{t.checking.title}</h1>
          <p className="dim">{t.checking.text}</p>
          <p className={styles.status}>
            <span role="status">{asking ? t.asking : t.waiting}</span>
            <Countdown t={t} until={order.payableUntil} />
          </p>
          <div className="dashes" aria-hidden="true" />
          <p className={styles.notYet} aria-live="polite">
            {timesAsked === 0 ? '' : timesAsked === 1 ? t.notYet : t.stillNotHere(order.number)}
          </p>
          {order.pay.kind === 'qr' && (
            <Suspense fallback={null}>
              <QrPay content={order.pay.content} method={order.method} name={t.methods[order.method]} />
            </Suspense>
          )}
          <div className={styles.actions}>
            {order.pay.kind === 'redirect' && isWebAddress(order.pay.url) && (
              <a className="btn quiet" href={order.pay.url}>
                {t.openProvider(t.methods[order.method])}
              </a>
            )}
            {order.pay.kind === 'page' && (
              <a className="btn quiet" href={payPage(order) ?? ''}>
                {t.goOn}
              </a>
            )}
            <button type="button" className="btn" onClick={() => ask()} aria-busy={asking || undefined}>
              {t.paid}
            </button>
          </div>
          {timesAsked > 1 && support}
          {choosing ? (
            <Suspense fallback={null}>
              <OrderChoices order={order} names={t.methods} />
            </Suspense>
          ) : (
            <button type="button" className={`link ${styles.more}`} onClick={() => setChoosing(true)}>
              {t.moreWays}
            </button>
          )}
        </div>
      ) : (
        <div className={styles.outcome}>
          <Outcome t={t} language={language} order={order} state={state} headingId={headingId} level="h1">
            <div className={styles.actions}>
              {order.groupId !== null && (
                <a className="btn" href={`${base}/group-buying?group=${order.groupId}`}>
                  {t.seeGroup}
                </a>
              )}
              {state === 'success' ? (
                <>
                  <a className={order.groupId === null ? 'btn' : 'btn quiet'} href={`${base}/download`}>
                    {t.getApp}
                  </a>
                  <a className="btn quiet" href="/user/profile#orders">
                    {t.seeOrder}
                  </a>
                </>
              ) : state === 'review' || state === 'refunding' ? (
                support
              ) : (
                <>
                  <a className="btn" href={`${base}/pricing`}>
                    {t.again}
                  </a>
                  {state === 'expired' && (
                    <button type="button" className="btn quiet" onClick={() => ask()} aria-busy={asking || undefined}>
                      {t.check}
                    </button>
                  )}
                </>
              )}
            </div>
          </Outcome>
        </div>
      )}
      <div className={styles.stub}>
        <p className={styles.receipt} aria-hidden="true">
          {t.receipt}
        </p>
        {order.membershipExpiresAt !== null && order.paidAt !== null && state === 'success' && (
          <Trip
            from={{ label: t.ticket.paidOn, date: displayDate(order.paidAt, language, { style: 'short' }) }}
            to={{ label: t.ticket.expires, date: displayDate(order.membershipExpiresAt, language, { style: 'short' }) }}
          />
        )}
        <dl>
          <Line label={t.ticket.number} value={order.number} />
          <Line label={t.ticket.date} value={displayDate(order.paidAt ?? order.date, language)} />
          <Line label={t.ticket.product} value={order.productName} />
          {order.discountMinor > 0 && (
            <Line
              label={t.ticket.discount}
              value={`${order.promoCode} ${formatMoney({ ...order, amountMinor: -order.discountMinor }, language)}`}
            />
          )}
          <Line label={t.ticket.amount} value={formatMoney(order, language)} />
          <Line label={t.ticket.method} value={t.methods[order.method]} />
        </dl>
        {order.paidAt !== null && (
          <button type="button" className={`btn quiet s ${styles.print}`} onClick={() => window.print()}>
            {t.print}
          </button>
        )}
        {order.paidAt !== null && (
          <a className={`link ${styles.print}`} href={`/user/receipt/${encodeURIComponent(order.orderId)}`}>
            {t.receipt}
          </a>
        )}
      </div>
    </div>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{value}</dd>
  </div>
)

const Panel = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={styles.panel}>
    <h1>{title}</h1>
    <p className="lead">{text}</p>
    {children}
  </div>
)

const Checking = ({ t }: { t: OrderTexts }) => (
  <Panel title={t.checking.title} text={t.checking.text}>
    <div className={`dashes ${styles.dashes}`} aria-hidden="true" />
  </Panel>
)

const Missing = ({ t }: { t: OrderTexts }) => (
  <Panel {...t.missing}>
    <a className="btn" href="/user/profile#orders">
      {t.missing.action}
    </a>
  </Panel>
)

const SignedOut = ({ t, base }: { t: OrderTexts; base: string }) => (
  <Panel {...t.signedOut}>
    <button type="button" className="btn" onClick={() => goToLogin(base)}>
      {t.signedOut.action}
    </button>
  </Panel>
)
