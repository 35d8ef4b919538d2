import { useQuery } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { api } from '#web/client/api.ts'
import { serverNow } from '#web/client/server-clock.ts'
import { findPendingOrders, isPayable, isWaitingSeat, pageOfPending } from '#web/payment/pending-order.rules.ts'
import type { PayingTexts } from '#text/en/site/paying.ts'

type Props = { readonly t: PayingTexts; readonly language: Language; readonly goodsId: string }

/**
 * Line above the pay button about the buyer's own order of the chosen plan that is unpaid, under review, or a paid seat
 * of a group that is not full yet, so that nobody pays for the same thing twice. Shows nothing if there is none, or if
 * the orders cannot be loaded.
 */
export default function OpenOrder({ t, language, goodsId }: Props) {
  const { data } = useQuery({
    queryKey: ['open-orders', language],
    queryFn: () => api('/api/payment/payment_order', {}, { handlesErrors: true }),
    refetchOnWindowFocus: 'always',
  })
  const now = serverNow()
  const order = findPendingOrders(data?.list ?? [], now).find((each) => each.goodsId === goodsId)
  if (!order) return null
  const kind = isPayable(order, now) ? 'unpaid' : isWaitingSeat(order) ? 'seat' : 'checked'
  const words = t.pending[kind]
  return (
    <p className="small" role="status" data-pending={kind}>
      {words.text(order.number)} <a href={pageOfPending(order)}>{words.link}</a>
    </p>
  )
}
