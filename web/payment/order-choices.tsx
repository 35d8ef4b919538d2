import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { FieldError } from '#ui/field-error.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import type { OrderTexts } from '#web/text/en/order.ts'
import type { PayingTexts } from '#web/text/en/paying.ts'
import type { Order } from './order.ts'
import { goToProvider } from './open-payment.ts'
import { orderKey } from './use-order.ts'
import styles from './paying.module.css'

type Props = {
  readonly t: PayingTexts
  readonly language: Language
  readonly order: Order
  readonly names: OrderTexts['methods']
}

/** Pay the same order again or another way, or give it up. */
export default function OrderChoices({ t, language, order, names }: Props) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [methods, setMethods] = useState<readonly Order['method'][] | null>(null)

  async function run(what: string, work: () => Promise<Order>) {
    if (busy !== null) return
    setBusy(what)
    setProblem(null)
    try {
      const next = await work()
      queryClient.setQueryData(orderKey(order.orderId), next)
      if (what !== 'cancel') goToProvider(next)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(null)
    }
  }
  async function showMethods() {
    const config = await api('/api/system/system_client_config', {}, { handlesErrors: true }).catch(
      (error: unknown) => {
        setProblem(error instanceof ApiError ? error.message : String(error))
        return null
      },
    )
    setMethods(
      config?.methods.filter(({ currencies }) => currencies.includes(order.currency)).map(({ method }) => method) ??
        null,
    )
  }
  const repay = (method: Order['method']) =>
    run(method, () => api('/api/payment/payment_repay', { orderId: order.orderId, method }, { handlesErrors: true }))
  const cancel = () =>
    run('cancel', () => api('/api/payment/payment_cancel', { orderId: order.orderId }, { handlesErrors: true }))

  return (
    <div className={styles.choices} lang={language}>
      {methods === null ? (
        <button type="button" className="link" onClick={() => void showMethods()}>
          {t.otherWays}
        </button>
      ) : (
        <div className={styles.methods} role="group" aria-label={t.otherWays}>
          {methods.map((method) => (
            <button
              key={method}
              type="button"
              className="btn quiet s"
              aria-busy={busy === method || undefined}
              onClick={() => void repay(method)}
            >
              {t.payBy(names[method])}
            </button>
          ))}
        </div>
      )}
      <button type="button" className="link" aria-busy={busy === 'cancel' || undefined} onClick={() => void cancel()}>
        {t.cancel}
      </button>
      <p className="vh" role="status">
        {busy === null ? '' : busy === 'cancel' ? t.cancelling : t.opening}
      </p>
      {problem && (
        <div role="alert">
          <FieldError id="order-choices-problem" text={problem} />
        </div>
      )}
    </div>
  )
}
