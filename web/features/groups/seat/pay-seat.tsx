import { Suspense, useState, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import type { SiteMethod } from '#shared/site.ts'
import type { Method } from '#shared/method.ts'
import { fetchDialog, PaymentDialog } from '#web/payment/lazy-dialog.ts'
import type { Order } from '#web/payment/order.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import type { GroupCard } from '#web/features/groups/base/groups.queries.ts'
import { goToLogin } from '#web/client/login-return.ts'
import type { Sheet } from '#web/payment/sign-in-sheet.ts'
import { Entering } from './entering.tsx'
import { buyingOf } from './buying.ts'
import { PayDialog } from './pay-dialog.tsx'
import { useOrderSeat } from './use-order-seat.ts'
import { useRefreshGroup } from '#web/features/groups/base/use-refresh.ts'

export type Paying = {
  readonly t: GroupTexts
  readonly language: Language
  readonly base: string
  readonly methods: readonly SiteMethod[]
  readonly supportUrl: string | null
  /** Sign-in dialog. Absent on pages that only signed-in users see. */
  readonly sheet?: Sheet
}
type Props = Paying & {
  readonly card: GroupCard
  readonly what: 'join' | 'rest'
  readonly totalMinor: number
  /** Renders the button for the seat. `pay` starts a payment, `goOn` continues an existing order. */
  readonly children: (open: { readonly pay: () => void; readonly goOn: (order: Order) => void }) => ReactNode
}

/** Method from the link that a visitor copied in an app that could not open it; PayDialog ignores unknown names. */
const askedMethod = () => new URLSearchParams(location.search).get('method') as Method | null

export function PaySeat({ t, language, base, methods, supportUrl, sheet, card, what, totalMinor, children }: Props) {
  const [asking, setAsking] = useState(false)
  const [waiting, setWaiting] = useState<Order | null>(null)
  const refresh = useRefreshGroup(card.groupId)
  const [method, setMethod] = useState<Method | null>(null)
  const toLogin = sheet ? undefined : () => goToLogin(base)
  const { order, busy, problem, placed, reset, entering, goOn, leave } = useOrderSeat(language, refresh, toLogin)
  const open = placed?.order ?? waiting
  const { currency, goodsId, groupId } = card

  const dialog = (isBusy: boolean) => (
    <PayDialog
      t={t}
      language={language}
      methods={methods}
      price={{ currency, totalMinor }}
      wish={method}
      onWish={setMethod}
      busy={isBusy}
      problem={problem}
      onPay={(by) => order({ what, goodsId, group: groupId }, { currency, method: by, totalMinor })}
      onClose={close}
    />
  )
  function close() {
    setAsking(false)
    leave()
    reset()
    setWaiting(null)
    refresh()
  }
  return (
    <>
      {children({
        pay: () => {
          reset()
          setMethod((chosen) => chosen ?? askedMethod())
          setAsking(true)
          fetchDialog()
        },
        goOn: setWaiting,
      })}
      {entering && sheet && (
        <Entering
          sheet={sheet}
          base={base}
          buying={buyingOf(language, t.tab(card.size, card.productName), entering.terms, t.order.methods)}
          // Keeps the payment dialog visible until the sign-in dialog has loaded.
          coming={dialog(true)}
          onEntered={goOn}
          onClose={leave}
        />
      )}
      {asking && !open && !entering && dialog(busy)}
      {open && (
        <Suspense>
          <PaymentDialog
            t={t.order}
            language={language}
            base={base}
            supportUrl={supportUrl}
            placed={open}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
