import '#ui/progress.css'
import { useId } from 'react'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { SiteMethod } from '#shared/site.ts'
import type { Method } from '#shared/method.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { MethodTiles } from '#web/payment/method-tiles.tsx'
import { methodsIn } from '#web/payment/offer-prices.ts'
import { usualMethod } from '#web/payment/open-payment.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import type { Terms } from './use-order-seat.ts'
import styles from '#web/features/groups/base/group.module.css'

type Props = {
  readonly t: GroupTexts
  readonly language: Language
  readonly methods: readonly SiteMethod[]
  readonly price: Omit<Terms, 'method'>
  readonly wish: Method | null
  readonly onWish: (method: Method) => void
  readonly busy: boolean
  readonly problem: string | null
  readonly onPay: (method: Method) => void
  readonly onClose: () => void
}

export function PayDialog({ t, language, methods, price, wish, onWish, busy, problem, onPay, onClose }: Props) {
  const id = useId()
  const taken = methodsIn(methods, price.currency)
  const method = wish && taken.includes(wish) ? wish : usualMethod(taken)
  return (
    <Dialog labelledBy={id} closeLabel={t.close} onClose={onClose}>
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          if (method) onPay(method)
        }}
      >
        <h2 id={id}>{t.pay(formatMoney({ amountMinor: price.totalMinor, currency: price.currency }, language))}</h2>
        <MethodTiles t={t} methods={taken} chosen={method} onChoose={onWish} />
        {problem && (
          <div role="alert">
            <FieldError id={`${id}-problem`} text={problem} />
          </div>
        )}
        <button type="submit" className="btn wide" aria-busy={busy || undefined} disabled={method === null}>
          {t.pay(formatMoney({ amountMinor: price.totalMinor, currency: price.currency }, language))}
        </button>
        <p className="vh" role="status">
          {busy ? t.paying : ''}
        </p>
      </form>
    </Dialog>
  )
}
