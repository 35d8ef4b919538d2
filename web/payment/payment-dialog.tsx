import '#ui/plate.css'
import '#ui/progress.css'
import { Suspense, useEffect, useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { Look } from '#shared/order-outcome.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Countdown } from '#web/display/countdown.tsx'
import { userQuery } from '#web/client/session.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { OrderTexts } from '#text/en/site/order.ts'
import { continueOrder } from './continue-order.ts'
import { helpLink } from './help-link.ts'
import type { Order } from './order.ts'
import { Outcome, PayWays } from './lazy-parts.ts'
import { QrPay } from './lazy-qr.ts'
import { showPayOutsideApp } from './lazy-pay-outside-app.ts'
import { goToProvider, isBlockedByApp, payPage, type ShowPayOutsideApp } from './open-payment.ts'
import { outcomeNow, useNow } from './use-outcome.ts'
import { useOrder } from './use-order.ts'
import styles from './payment-dialog.module.css'

type Props = {
  readonly t: OrderTexts
  readonly language: Language
  readonly base: string
  readonly supportUrl: string | null
  readonly placed: Order
  readonly onClose: () => void
}

/**
 * Looks for an open order for pages that already load this dialog. The name of the file with the search is then only in
 * the dialog's script, not in that of every page.
 */
export const findOpenOrder: typeof continueOrder = (uid, wanted) => continueOrder(uid, wanted)

/**
 * Shows the sheet "open in your browser" for pages that already load this dialog. The names of the sheet's files are
 * then only in the dialog's script, not in that of every page.
 */
export const continueElsewhere: ShowPayOutsideApp = (method, wish) => showPayOutsideApp(method, wish)

export function PaymentDialog({ t, language, base, supportUrl, placed, onClose }: Props) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const { order: latest, ask, asking, timesAsked } = useOrder(placed.orderId, language, placed)
  const order = latest ?? placed
  const helpUrl = helpLink(supportUrl, 'order', order.number)
  const now = useNow()
  const [since] = useState(() => performance.now())
  const [cameBack, setCameBack] = useState<Look['cameBack']>(null)
  /** False until the QR code is on the screen, because nobody can have paid before. */
  const [shownCode, setShownCode] = useState(false)
  const outcome = outcomeNow(order, cameBack, since, now)
  const isOpen = outcome === 'open'

  useEffect(() => {
    if (order.status === 'paid') void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  }, [order.status, queryClient])

  return (
    <Dialog labelledBy={headingId} closeLabel={t.close} onClose={onClose} onPlate={isOpen}>
      {isOpen ? (
        <>
          <div className={`plate ${styles.plate}`}>
            <h2 id={headingId}>{t.payWith(order.method)}</h2>
            <p className={`${styles.amount} num`}>{formatMoney(order, language)}</p>
            <ToProvider t={t} order={order} />
            {order.pay.kind === 'qr' && (
              <Suspense fallback={<div className={styles.codeRoom} aria-hidden="true" />}>
                <QrPay
                  content={order.pay.content}
                  method={order.method}
                  name={t.methods[order.method]}
                  onShown={() => setShownCode(true)}
                />
              </Suspense>
            )}
          </div>
          <div className={styles.wait}>
            <p className={styles.status}>
              <span role="status">{asking ? t.asking : t.waiting}</span>
              <Countdown t={t} until={order.payableUntil} />
            </p>
            <div className="dashes" aria-hidden="true" />
            <div aria-live="polite">
              {timesAsked > 0 && (
                <p className={styles.notYet}>
                  {t.notDetected(order.number)}{' '}
                  {helpUrl !== null && (
                    <a href={helpUrl} target="_blank" rel="noreferrer">
                      {t.support}
                    </a>
                  )}
                </p>
              )}
            </div>
            <button
              type="button"
              className={`btn wide ${styles.paid}`}
              onClick={ask}
              aria-busy={asking || undefined}
              disabled={order.pay.kind === 'qr' && !shownCode}
            >
              {t.paid}
            </button>
            <Suspense fallback={<div className={styles.waysRoom} aria-hidden="true" />}>
              <PayWays order={order} hasMain={order.pay.kind === 'none'} onChanged={() => setCameBack(null)} />
            </Suspense>
            <p className={`small dim ${styles.safe}`}>
              {t.closeIsSafe(order.number, Math.max(1, Math.ceil((order.payableUntil - now) / 60_000)))}
            </p>
          </div>
        </>
      ) : (
        <Suspense fallback={<div className="dashes" aria-hidden="true" />}>
          <Outcome
            base={base}
            supportUrl={supportUrl}
            order={order}
            outcome={outcome}
            now={now}
            ask={ask}
            asking={asking}
            timesAsked={timesAsked}
            headingId={headingId}
            onChanged={() => setCameBack(null)}
            onNotPaid={() => setCameBack('unpaid')}
            onGroup={onClose}
          >
            <p className={styles.ends}>
              <a className="link" href={`/purchased?order=${encodeURIComponent(order.orderId)}`}>
                {t.seeOrder}
              </a>
            </p>
          </Outcome>
        </Suspense>
      )}
    </Dialog>
  )
}

function ToProvider({ t, order }: Pick<Props, 't'> & { order: Order }) {
  const { pay, method } = order
  if (pay.kind === 'page')
    return (
      <a className="btn mark wide" href={payPage(order) ?? ''}>
        {t.goOn}
      </a>
    )
  return pay.kind === 'redirect' && isWebAddress(pay.url) ? (
    <a
      className="btn mark wide"
      href={pay.url}
      onClick={(event) => {
        if (!isBlockedByApp(method)) return
        event.preventDefault()
        goToProvider(order, showPayOutsideApp)
      }}
    >
      {method === 'card' ? t.enterCard : t.openProvider(t.methods[method])}
    </a>
  ) : null
}
