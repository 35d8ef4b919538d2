import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FieldError } from '#ui/field-error.tsx'
import { ApiError, refusalText } from '#web/client/api-error.ts'
import { goToLogin } from '#web/client/login-return.ts'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import { paymentQuery, reopenOrder, type CryptoPayment } from './base/crypto.queries.ts'
import { Progress } from './progress.tsx'
import styles from './notice.module.css'
import type { ReactNode } from 'react'

type Words = { readonly t: CryptoTexts }
type WithBase = Words & { readonly base: string }

type EndProps = WithBase & {
  readonly payment: CryptoPayment
  readonly unreachable: boolean
  /** Called when the payment window is open again; network and token must then be chosen again. */
  readonly onReopened: () => void
  readonly onNew: () => void
}

export function End({ t, base, payment, unreachable, onReopened, onNew }: EndProps) {
  const queryClient = useQueryClient()
  const state = payment.state === 'expired' || payment.state === 'review' ? payment.state : 'ended'

  const reopening = useMutation({
    mutationFn: async () => {
      await reopenOrder(payment.orderId)
      await queryClient.refetchQueries(paymentQuery(payment.orderId))
    },
    onSuccess: onReopened,
  })
  const problem = refusalText(reopening.error)
  return (
    <>
      <Notice {...t.ends[state]}>
        {state === 'expired' && (
          <button
            type="button"
            className="btn"
            aria-busy={reopening.isPending || undefined}
            onClick={() => reopening.isPending || reopening.mutate()}
          >
            {t.ends.expired.action}
          </button>
        )}
        {state === 'ended' && (
          <button type="button" className="btn" onClick={onNew}>
            {t.ends.ended.action}
          </button>
        )}
        <a className={state === 'review' ? 'btn' : 'btn quiet'} href={orderPage(base, payment.orderId)}>
          {t.seeOrder}
        </a>
      </Notice>
      {problem && (
        <div role="alert">
          <FieldError id="reopen-problem" text={problem} />
        </div>
      )}
      {payment.deposits.some(({ transfers }) => transfers.length > 0) && (
        <div className={styles.seen}>
          <Progress t={t} payment={payment} unreachable={unreachable} />
        </div>
      )}
    </>
  )
}

export const Closed = ({ t, base, orderId }: WithBase & { readonly orderId?: string }) => {
  const { action, ...said } = t.ends.closed
  return orderId ? (
    <Notice title={said.title}>
      <a className="btn" href={orderPage(base, orderId)}>
        {t.otherMethod}
      </a>
    </Notice>
  ) : (
    <Notice {...said}>
      <a className="btn" href={`${base}/pricing`}>
        {action}
      </a>
    </Notice>
  )
}

export const orderPage = (base: string, orderId: string): string =>
  `${base}/purchased?order=${encodeURIComponent(orderId)}`

export const Retired = ({ t, base }: WithBase) => (
  <Notice {...t.ends.retired}>
    <a className="btn" href={`${base}/pricing`}>
      {t.ends.closed.action}
    </a>
  </Notice>
)

export const SignedOut = ({ t, base }: WithBase) => (
  <Notice {...t.ends.signedOut}>
    <button type="button" className="btn" onClick={() => goToLogin(base)}>
      {t.ends.signedOut.action}
    </button>
  </Notice>
)

export const MissingOrder = ({ t, onNew }: Words & { onNew: () => void }) => (
  <Notice {...t.ends.missing}>
    <button type="button" className="btn" onClick={onNew}>
      {t.ends.missing.action}
    </button>
  </Notice>
)

export const Failed = ({ t, error, onAgain }: Words & { error: Error; onAgain: () => void }) => (
  <Notice title={t.ends.failed.title} {...(error instanceof ApiError && { text: error.message })}>
    <button type="button" className="btn" onClick={onAgain}>
      {t.ends.failed.action}
    </button>
  </Notice>
)

const Notice = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <div className={styles.notice} role="status">
    <h2>{title}</h2>
    {text !== undefined && <p className="lead">{text}</p>}
    <div className={styles.ways}>{children}</div>
  </div>
)
