import '#ui/progress.css'
import { Suspense, useEffect, useId, useLayoutEffect, useState, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { isOpenStatus, type Look } from '#shared/order-outcome.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'
import type { PurchasedTexts } from '#text/en/site/purchased.ts'
import { SignedOutOutcome, Outcome } from '#web/payment/lazy-parts.ts'
import { forgetOpenOrder, openOrderId } from '#web/payment/open-payment.ts'
import { outcomeNow, readWayBack, useNow } from '#web/payment/use-outcome.ts'
import { useOrder } from '#web/payment/use-order.ts'
import type { Order } from '#web/payment/order.ts'
import { forgetWish } from './selection.ts'
import styles from './purchase-result.module.css'

type Common = {
  readonly t: PurchasedTexts
  readonly language: Language
  readonly base: string
  readonly supportUrl: string | null
}
type CameBack = Look['cameBack']

/**
 * Page to which payment providers redirect buyers. The order's state comes from the server; the URL is never trusted.
 */
export function PurchaseResult(props: Common) {
  const { t, base } = props
  const [way, setWay] = useState<{ orderId: string | null; cameBack: CameBack }>()
  const [signedOut, setSignedOut] = useState(false)
  useLayoutEffect(() => {
    const { orderId, cameBack } = readWayBack()
    // Uses this tab's unpaid order if a provider returns the buyer without an order number.
    setWay({ orderId: orderId ?? openOrderId(), cameBack: cameBack ?? (orderId === null ? 'paid' : null) })
    setSignedOut(!holdsAnyToken())
  }, [])

  // The server cannot see the query string, so it renders both variants.
  if (way === undefined || way.orderId === null)
    return (
      <>
        {way === undefined && (
          <div className={styles.linked}>
            <Checking t={t} />
          </div>
        )}
        <div className={way === undefined ? styles.alone : undefined}>
          <Missing t={t} />
        </div>
      </>
    )
  const { orderId, cameBack } = way
  if (signedOut)
    return (
      <div className={styles.ticket}>
        <Suspense fallback={<Checking t={t} />}>
          <SignedOutOutcome orderId={orderId} base={base} />
        </Suspense>
      </div>
    )
  return <KnownOrder {...props} orderId={orderId} cameBack={cameBack} onSignedOut={() => setSignedOut(true)} />
}

type KnownProps = Common & { orderId: string; cameBack: CameBack; onSignedOut: () => void }

function KnownOrder({ orderId, cameBack, onSignedOut, ...common }: KnownProps) {
  const { t, language } = common
  const { order, error, refetch, ...asking } = useOrder(orderId, language)
  const status = error instanceof ApiError ? error.status : null
  useEffect(() => {
    if (status === 'Unauthorized') onSignedOut()
  }, [status, onSignedOut])
  useEffect(() => {
    // The order is decided, so the checkout must not ask about it again.
    if (order && !isOpenStatus(order.status)) forgetOpenOrder()
    if (order?.status === 'paid') forgetWish()
  }, [order])

  if (order) return <OrderTicket {...common} {...asking} order={order} cameBack={cameBack} />
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

type TicketProps = Common & {
  order: Order
  cameBack: CameBack
  ask: () => void
  asking: boolean
  timesAsked: number
}

function OrderTicket({ t, cameBack: arrived, order, ask, ...rest }: TicketProps) {
  const headingId = useId()
  const now = useNow()
  const [since] = useState(() => performance.now())
  const [cameBack, setCameBack] = useState(arrived)
  return (
    <div className={styles.ticket}>
      <Suspense fallback={<Checking t={t} />}>
        <Outcome
          {...rest}
          order={order}
          outcome={outcomeNow(order, cameBack, since, now)}
          now={now}
          ask={ask}
          headingId={headingId}
          level="h1"
          onChanged={() => setCameBack(null)}
          onNotPaid={() => {
            setCameBack('unpaid')
            ask()
          }}
        >
          <p className={styles.ends}>
            <a className="link" href="/user/orders">
              {t.missing.action}
            </a>
          </p>
        </Outcome>
      </Suspense>
    </div>
  )
}

const Panel = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={styles.panel}>
    <h1>{title}</h1>
    <p className="lead">{text}</p>
    {children}
  </div>
)

const Checking = ({ t }: { t: PurchasedTexts }) => (
  <Panel title={t.checking.title} text={t.checking.text}>
    <div className={`dashes ${styles.dashes}`} aria-hidden="true" />
  </Panel>
)

const Missing = ({ t }: { t: PurchasedTexts }) => (
  <Panel {...t.missing}>
    <a className="btn" href="/user/orders">
      {t.missing.action}
    </a>
  </Panel>
)
