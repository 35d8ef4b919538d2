import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { FieldError } from '#ui/field-error.tsx'
import { refusalText } from '#web/client/api-error.ts'
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
  const { orderId } = order
  const changing = useMutation({
    mutationFn: (what: Order['method'] | 'cancel'): Promise<Order> =>
      what === 'cancel'
        ? api('/api/payment/payment_cancel', { orderId }, { handlesErrors: true })
        : api('/api/payment/payment_repay', { orderId, method: what }, { handlesErrors: true }),
    onSuccess(next, what) {
      queryClient.setQueryData(orderKey(orderId), next)
      if (what !== 'cancel') goToProvider(next)
    },
  })
  const asking = useMutation({
    mutationFn: async () => {
      const { methods } = await api('/api/system/system_client_config', {}, { handlesErrors: true })
      return methods.filter(({ currencies }) => currencies.includes(order.currency)).map(({ method }) => method)
    },
  })
  const busy = changing.isPending ? changing.variables : null
  const problem = refusalText(changing.error ?? asking.error)
  const change = (what: Order['method'] | 'cancel') => {
    if (busy !== null) return
    if (asking.isError) asking.reset()
    changing.mutate(what)
  }

  return (
    <div className={styles.choices} lang={language}>
      {!asking.data ? (
        <button type="button" className="link" onClick={() => asking.mutate()}>
          {t.otherWays}
        </button>
      ) : (
        <div className={styles.methods} role="group" aria-label={t.otherWays}>
          {asking.data.map((method) => (
            <button
              key={method}
              type="button"
              className="btn quiet s"
              aria-busy={busy === method || undefined}
              onClick={() => change(method)}
            >
              {t.payBy(names[method])}
            </button>
          ))}
        </div>
      )}
      <button
        type="button"
        className="link"
        aria-busy={busy === 'cancel' || undefined}
        onClick={() => change('cancel')}
      >
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
