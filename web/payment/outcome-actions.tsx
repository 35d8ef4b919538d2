import { Suspense, type ReactNode } from 'react'
import type { OrderOutcome } from '#shared/order-outcome.ts'
import type { Language } from '#shared/language.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { lazyPart } from '#web/display/lazy-part.tsx'
import { amountText } from '#web/display/token-amount.ts'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import { hasInbox, helpLink } from './help-link.ts'
import { payPage } from './open-payment.ts'
import type { Order } from './order.ts'
import PayWays from './pay-ways.tsx'
import { ShareGroupLink } from './share-group-link.tsx'
import { outcomeTexts } from './outcome-texts.ts'
import styles from './outcome.module.css'

const ReturnAddress = lazyPart(() => import('./return-address.tsx'), outcomeTexts)

export type ActionProps = {
  readonly t: OutcomeTexts
  readonly language: Language
  readonly base: string
  readonly supportUrl: string | null
  readonly order: Order
  readonly outcome: OrderOutcome
  readonly now: number
  readonly asking: boolean
  readonly ask: () => void
  /** Called when the order was reopened or cancelled; the way in which the buyer came back then no longer matters. */
  readonly onChanged: () => void
  readonly onNotPaid: () => void
  /** Set if the page under the dialog is the group's own page, so that closing the dialog shows the group. */
  readonly onGroup?: (() => void) | undefined
}

export function OutcomeActions(props: ActionProps) {
  const { t, language, base, supportUrl, order, outcome, now, asking, ask, onChanged, onNotPaid } = props
  const isPayable = order.payableUntil > now
  // True if the buyer may have paid already; then checking again is offered before paying again.
  const isSlow = outcome === 'slow'
  const ways = (
    <PayWays
      key="ways"
      t={t}
      language={language}
      order={order}
      hasMain={order.pay.kind !== 'qr'}
      isSecond={isSlow}
      onChanged={onChanged}
    />
  )
  const askAgain = (
    <button
      key="ask"
      type="button"
      className={isSlow ? 'btn wide' : 'btn quiet wide'}
      onClick={ask}
      aria-busy={asking || undefined}
    >
      {t.askAgain}
    </button>
  )
  const refundUrl = order.receivedMinor > order.refundedMinor ? helpLink(supportUrl, 'refund', order.number) : null
  const refund = refundUrl !== null && <Way key="refund" href={refundUrl} label={t.askRefund} />
  const shortUrl = helpLink(supportUrl, 'short', order.number)
  const support = <Support key="support" {...props} label={t.support} />
  // Form for the wallet address that gets a refund. Only the shop's own support inbox accepts it; an external help desk
  // has its own page.
  const giveAddress =
    hasInbox(supportUrl) && order.token ? (
      <Suspense key="address">
        <ReturnAddress number={order.number} token={order.token} />
      </Suspense>
    ) : (
      <Support key="address" {...props} label={t.giveAddress} isMain />
    )
  const app = (isMain = true) => <Way key="app" href={`${base}/start`} label={t.getApp} isMain={isMain} />
  const connect = <Way key="connect" href="/user/connect" label={t.connect} />
  const receipt = (isMain = false) => (
    <Way key="receipt" href={`/user/receipt/${encodeURIComponent(order.orderId)}`} label={t.receipt} isMain={isMain} />
  )
  const plans = (label: string, isMain = true) => (
    <Way key="plans" href={`${base}/pricing`} label={label} isMain={isMain} />
  )
  const group = (isMain = false) => <Group key="group" {...props} isMain={isMain} />
  const address = payPage(order)
  const share = order.groupId !== null && (
    <ShareGroupLink key="share" t={t} language={language} code={order.groupId} name={order.productName} />
  )
  const newGroup = (isMain = true) => <Way key="new" href={`${base}/group-buying`} label={t.newGroup} isMain={isMain} />

  const actions: Readonly<Record<OrderOutcome, readonly ReactNode[]>> = {
    elsewhere: [],
    'elsewhere-wait': [],
    'elsewhere-other': [],
    open: [ways, askAgain],
    declined: [ways],
    back: [ways],
    checking: isPayable
      ? [
          <button key="not" type="button" className="btn quiet wide" onClick={onNotPaid}>
            {t.notPaid}
          </button>,
        ]
      : [askAgain],
    slow: [askAgain, ways, support],
    'c-seen': address === null ? [askAgain] : [<Way key="seen" href={address} label={t.transaction} isMain />],
    'c-short': [
      <Rest key="rest" t={t} order={order} />,
      address === null ? askAgain : <Way key="way" href={address} label={t.sendRest} />,
      shortUrl !== null && <Way key="short" href={shortUrl} label={t.tooLittle} />,
    ],
    free: [app(), connect],
    late: [app(), connect, receipt(), refund],
    paid: [app(), connect, receipt(), refund],
    'c-over':
      supportUrl === null && !hasInbox(supportUrl)
        ? [app(), connect, receipt()]
        : [giveAddress, app(false), connect, receipt(), refund],
    'group-wait': [share, group()],
    'group-full': [app(), connect, receipt(), group(), refund],
    'group-treat': [share, app(false), connect, group()],
    'group-back': [newGroup(), plans(t.alone, false)],
    'group-seat': order.group?.state === 'over' ? [newGroup(), group()] : [group(true), newGroup(false)],
    expired: [plans(t.payAgain), askAgain],
    cancelled: [plans(t.payAgain)],
    'c-late': [support],
    review: [support],
    dispute: [support],
    'refund-failed': [support, receipt()],
    'partly-refunding': [receipt(true)],
    refunding: [receipt(true)],
    partly: [receipt(true)],
    refunded: [plans(t.plans), receipt()],
  }
  return <div className={styles.actions}>{actions[outcome]}</div>
}

const Way = ({ href, label, isMain = false }: { href: string; label: string; isMain?: boolean }) => (
  <a className={isMain ? 'btn wide' : `link ${styles.way}`} href={href}>
    {label}
  </a>
)

const Rest = ({ t, order: { token } }: Pick<ActionProps, 't' | 'order'>) => {
  const copy = { copy: t.copy, copied: t.copied }
  return (
    token && (
      <>
        <CopyField value={token.address} label={t.copyAddress} {...copy} />
        <CopyField value={amountText(token.missing, token.decimals)} label={t.copyRest} {...copy} />
      </>
    )
  )
}

const Support = ({
  supportUrl,
  order,
  label,
  isMain,
}: Pick<ActionProps, 'supportUrl' | 'order'> & { label: string; isMain?: boolean }) => {
  const href = helpLink(supportUrl, 'order', order.number)
  const elsewhere = hasInbox(supportUrl) ? {} : ({ target: '_blank', rel: 'noreferrer' } as const)
  return (
    href !== null && (
      <a className={isMain ? 'btn wide' : 'btn quiet wide'} href={href} {...elsewhere}>
        {label}
      </a>
    )
  )
}

const Group = ({ t, base, order, onGroup, isMain }: ActionProps & { isMain: boolean }) => {
  const look = isMain ? 'btn wide' : 'btn quiet wide'
  return onGroup ? (
    <button type="button" className={look} onClick={onGroup}>
      {t.group}
    </button>
  ) : (
    <a className={look} href={`${base}/group-buying?group=${order.groupId}`}>
      {t.group}
    </a>
  )
}
