import '#ui/plate.css'
import '#ui/progress.css'
import { Suspense, useEffect, useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Countdown } from '#web/display/countdown.tsx'
import { userQuery } from '#web/client/session.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { OrderTexts } from '#web/text/en/order.ts'
import type { Order } from './order.ts'
import { OrderChoices, QrPay } from './lazy-parts.ts'
import { payPage } from './open-payment.ts'
import { Outcome } from './outcome.tsx'
import { paymentStateOf } from './payment-state.ts'
import { useOrder } from './use-order.ts'
import styles from './payment-dialog.module.css'

type Props = {
  readonly t: OrderTexts
  readonly language: Language
  readonly base: string
  readonly supportUrl: string | null
  readonly placed: Order
  readonly onClose: () => void
  /** Someone wants to choose anew; the order stays open beside it. */
  readonly onAnother: () => void
}

/** Stands over checkout while someone pays elsewhere. It only ever repeats what the server says. */
export function PaymentDialog({ t, language, base, supportUrl, placed, onClose, onAnother }: Props) {
  const headingId = useId()
  const queryClient = useQueryClient()
  const { order: latest, ask, asking, timesAsked } = useOrder(placed.orderId, language, placed)
  const order = latest ?? placed
  const state = paymentStateOf(order.status)
  const [choosing, setChoosing] = useState(false)

  useEffect(() => {
    // The page behind shows the expiry date.
    if (state === 'success') void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  }, [state, queryClient])

  const support = supportUrl && (
    <a href={supportUrl} target="_blank" rel="noreferrer">
      {t.support}
    </a>
  )
  return (
    <Dialog labelledBy={headingId} closeLabel={t.close} onClose={onClose} onPlate={state === 'waiting'}>
      {state === 'waiting' ? (
        <>
          <div className={`plate ${styles.plate}`}>
            <h2 id={headingId}>{t.payWith(t.methods[order.method])}</h2>
            <p className={`${styles.amount} num`}>{formatMoney(order, language)}</p>
            {order.pay.kind === 'redirect' && isWebAddress(order.pay.url) && (
              <a className="btn mark wide" href={order.pay.url} target="_blank" rel="noreferrer">
                {t.openProvider(t.methods[order.method])}
              </a>
            )}
            {order.pay.kind === 'page' && (
              <a className="btn mark wide" href={payPage(order) ?? ''}>
                {t.goOn}
              </a>
            )}
            {order.pay.kind === 'qr' && (
              <Suspense fallback={<div className="dashes" aria-hidden="true" />}>
                <QrPay content={order.pay.content} method={order.method} name={t.methods[order.method]} />
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
                  {timesAsked === 1 ? t.notYet : t.stillNotHere(order.number)} {timesAsked > 1 && support}
                </p>
              )}
            </div>
            <div className={styles.two}>
              <button
                type="button"
                className="btn quiet s"
                aria-expanded={choosing}
                onClick={() => setChoosing(!choosing)}
              >
                {t.another}
              </button>
              <button type="button" className="btn s" onClick={ask} aria-busy={asking || undefined}>
                {t.paid}
              </button>
            </div>
            {choosing && (
              <Suspense fallback={<div className="dashes" aria-hidden="true" />}>
                <OrderChoices order={order} names={t.methods} />
              </Suspense>
            )}
            <p className={`small dim ${styles.safe}`}>
              {t.closeIsSafe(order.number, Math.round((order.payableUntil - order.date) / 60_000))}
            </p>
          </div>
        </>
      ) : (
        <Outcome t={t} language={language} order={order} state={state} headingId={headingId}>
          {state === 'success' &&
            (order.groupId === null ? (
              <a className="btn wide" href={`${base}/download`}>
                {t.getApp}
              </a>
            ) : (
              <button type="button" className="btn wide" onClick={onClose}>
                {t.seeGroup}
              </button>
            ))}
          {(state === 'closed' || state === 'refunded') && (
            <button type="button" className="btn wide" onClick={onAnother}>
              {t.again}
            </button>
          )}
          {state === 'expired' && (
            <button type="button" className="btn wide" onClick={ask} aria-busy={asking || undefined}>
              {t.check}
            </button>
          )}
          <a className="link" href={`/purchased?order=${encodeURIComponent(order.orderId)}`}>
            {t.seeOrder}
          </a>
        </Outcome>
      )}
    </Dialog>
  )
}
