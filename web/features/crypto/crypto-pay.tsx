import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useLayoutEffect } from 'react'
import type { Language } from '#shared/language.ts'
import { formatMoney, type Money } from '#shared/money.ts'
import type { CryptoOptions } from '#shared/site.ts'
import { holdsAnyToken } from '#web/client/tokens.ts'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import { optionsQuery, paymentQuery, type CryptoPayment } from './base/crypto.queries.ts'
import { Closed, End, Failed, MissingOrder, orderPage, Retired, SignedOut } from './payment-ended.tsx'
import { PayOrChoose } from './pay-or-choose.tsx'
import { chooseOnly, type PayAddress, payQuery, readPayAddress } from './address/pay-address.ts'
import styles from './crypto-pay.module.css'
import { ApiError, type ClientErrorStatus } from '#web/client/api-error.ts'
import { Steps as Way } from '#ui/steps.tsx'

export type CryptoPayProps = {
  readonly goodsId: string
  readonly name: string
  /** Price in every currency payable in crypto; empty if only existing orders can be paid. */
  readonly prices: readonly Money[]
  /** True for plans that are no longer sold; existing orders can still be paid. */
  readonly isRetired?: true
  readonly options: CryptoOptions
  /** URL of the WalletConnect relay; null if wallets on other devices are not offered. */
  readonly walletRelay: string | null
  /** Start of the link that asks support to accept a short payment; the order's number follows. Null without inbox. */
  readonly askShort: string | null
}
type Props = CryptoPayProps & { readonly t: CryptoTexts; readonly language: Language; readonly base: string }

export function CryptoPay({
  goodsId,
  name,
  prices,
  isRetired,
  options: sent,
  walletRelay,
  askShort,
  t,
  language,
  base,
}: Props) {
  const [known, setAddress] = usePayAddress()
  const [choosing, setChoosing] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const { networks, walletConnectProjectId: projectId } = useQuery({ ...optionsQuery, initialData: sent }).data
  // The server cannot see the query string, so it renders the page without an order.
  const address = chooseOnly(known ?? noAddress, networks)
  const { orderId } = address
  const signedIn = known !== null && holdsAnyToken()
  const order = useQuery({ ...paymentQuery(orderId ?? ''), enabled: orderId !== null && signedIn })
  const payment = orderId === null ? undefined : order.data
  // True once paid. The page then moves to the order page, which states an excess amount and asks where to return it.
  const settled = payment?.state === 'settled' || payment?.state === 'over'

  useEffect(() => {
    if (settled && orderId !== null) location.replace(orderPage(base, orderId))
  }, [settled, orderId, base])

  const usual = language === 'en' ? 'USD' : 'CNY'
  const price = payment ?? prices.find(({ currency }) => currency === usual) ?? prices[0]
  const startAnew = () => {
    setChoosing(false)
    setAddress(noAddress)
  }

  function content() {
    if (orderId === null && networks.length === 0) return <Closed t={t} base={base} />
    if (orderId === null && isRetired) return <Retired t={t} base={base} />
    if (orderId === null && prices.length === 0) return <Closed t={t} base={base} />
    if (orderId !== null && (!signedIn || statusOf(order.error) === 'Unauthorized'))
      return <SignedOut t={t} base={base} />
    if (orderId !== null && statusOf(order.error) === 'NotFound') return <MissingOrder t={t} onNew={startAnew} />
    if (orderId !== null && order.isError && !payment)
      return <Failed t={t} error={order.error} onAgain={() => void order.refetch()} />
    if ((orderId !== null && !payment) || settled) return <Loading t={t} />
    if (payment && isOver(payment) && !choosing)
      return (
        <End
          t={t}
          base={base}
          payment={payment}
          unreachable={order.isError}
          onReopened={() => setChoosing(true)}
          onNew={startAnew}
        />
      )
    if (payment && payment.deposits.length === 0 && networks.length === 0)
      return <Closed t={t} base={base} orderId={payment.orderId} />
    return (
      <PayOrChoose
        t={t}
        language={language}
        base={base}
        askShort={askShort}
        goods={{ goodsId, price }}
        networks={networks}
        relay={projectId === null || walletRelay === null ? null : { projectId, url: walletRelay }}
        payment={payment}
        unreachable={order.isError}
        signedIn={known === null ? null : signedIn}
        address={address}
        onAddress={setAddress}
        choosing={choosing}
        onChoosing={setChoosing}
        sent={isSent}
        onSent={setIsSent}
      />
    )
  }
  return (
    <div className={`page ${styles.page}`}>
      <h1>{t.title}</h1>
      {price && <p className="lead">{t.buying(name, formatMoney(price, language))}</p>}
      <Steps t={t} at={stepOf(payment, choosing, address.network, isSent)} />
      {known === null && (
        <div className={`${styles.content} ${styles.linked}`}>
          <Loading t={t} />
        </div>
      )}
      <div className={known === null ? `${styles.content} ${styles.alone}` : styles.content}>{content()}</div>
    </div>
  )
}

const noAddress: PayAddress = { orderId: null, network: null, token: null }

const Loading = ({ t }: { t: CryptoTexts }) => (
  <div className={styles.loading}>
    <p className="vh" role="status">
      {t.loading}
    </p>
    <div className="dashes" aria-hidden="true" />
  </div>
)

const isOver = ({ state }: CryptoPayment): boolean => state === 'expired' || state === 'review' || state === 'ended'

function stepOf(payment: CryptoPayment | undefined, choosing: boolean, network: string | null, sent: boolean): Step {
  if (payment?.state === 'settled' || payment?.state === 'over') return 'done'
  if (payment?.state === 'seen' || payment?.state === 'review') return 'confirmed'
  if (sent && !choosing) return 'confirmed'
  if (!payment || payment.state === 'unquoted' || choosing) return network === null ? 'network' : 'token'
  return 'wallet'
}

const statusOf = (error: unknown): ClientErrorStatus | null => (error instanceof ApiError ? error.status : null)

function usePayAddress(): [PayAddress | null, (change: Partial<PayAddress>) => void] {
  const [address, setAddress] = useState<PayAddress | null>(null)
  useLayoutEffect(() => setAddress(readPayAddress(location.search)), [])
  function change(part: Partial<PayAddress>) {
    // Reads the URL again, because two changes may come before React renders.
    const next = { ...readPayAddress(location.search), ...part }
    history.replaceState(null, '', payQuery(next))
    setAddress(next)
  }
  return [address, change]
}

const order = ['network', 'token', 'wallet', 'confirmed'] as const
type Step = (typeof order)[number] | 'done'

const Steps = ({ t, at }: { t: CryptoTexts; at: Step }) => (
  <Way
    className={styles.steps}
    label={t.stepsLabel}
    steps={order.map((step) => t.steps[step])}
    at={at === 'done' ? order.length : order.indexOf(at)}
  />
)
