import { useEffect, useRef, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { Countdown } from '#web/display/countdown.tsx'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import { ByHand } from './address/by-hand.tsx'
import { stillToSend, type CryptoPayment, type Deposit, type Network } from './base/crypto.queries.ts'
import { amountText } from '#web/display/token-amount.ts'
import { rateText } from './base/units.ts'
import type { Relay } from './wallet/open-pairing.ts'
import { WalletPay } from './wallet/wallet-pay.tsx'
import styles from './address/deposit.module.css'

type Props = {
  readonly t: CryptoTexts
  readonly language: Language
  readonly askShort: string | null
  readonly payment: CryptoPayment
  readonly deposit: Deposit
  /** Undefined if the network is no longer offered; an existing deposit can still be paid by hand. */
  readonly network: Network | undefined
  readonly relay: Relay | null
  /** True once the wallet has sent the payment, even if the blockchain does not show it yet. */
  readonly sent: boolean
  readonly onSent: (isSent: boolean) => void
  readonly children: ReactNode
}

/** Wallet address and amount, to pay with a browser wallet or by hand. `children`: state on the blockchain. */
export function Pay({ t, language, askShort, payment, deposit, network, relay, sent, onSent, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const rest = stillToSend(deposit)
  const units = (value: bigint | string) => `${amountText(value, deposit.decimals)} ${deposit.token}`
  const networkName = network?.name ?? deposit.network
  const isOnItsWay = sent || rest === 0n
  const isShort = payment.state === 'short' && !isOnItsWay
  const hasNews = payment.deposits.some(({ transfers }) => transfers.length > 0)
  return (
    <div className={styles.pay}>
      <div className={`plate ${styles.plate}`}>
        <h2 ref={heading} tabIndex={-1}>
          {isOnItsWay ? t.arriving : isShort ? t.sendRest : t.sendExactly}
        </h2>
        <p className={`num ${styles.amount}`}>{units(rest === 0n ? deposit.amount : rest)}</p>
        <p className={styles.terms}>
          <span className="num">{t.rate(deposit.token, rateText(payment, deposit, language))}</span>
          <span>{isOnItsWay ? t.onNetwork(networkName) : t.onNetworkOnly(networkName)}</span>
          {!isOnItsWay && (
            <span>
              <span aria-hidden="true">{t.timeLeft} </span>
              <Countdown t={t} until={deposit.expiresAt} />
            </span>
          )}
        </p>
      </div>
      {isShort && (
        <p className={styles.short} role="status">
          <b>{t.short(units(deposit.received), units(deposit.amount))}</b> {t.shortRest(units(rest))}{' '}
          {askShort !== null && <a href={askShort + payment.number}>{t.tooLittle}</a>}
        </p>
      )}
      {hasNews && children}
      {rest > 0n && (
        <div className={styles.ways}>
          {network && (
            <section className={styles.card} aria-labelledby="by-wallet">
              <h2 id="by-wallet">{t.wallet.title}</h2>
              <WalletPay
                t={t}
                orderId={payment.orderId}
                deposit={deposit}
                network={network}
                amount={rest}
                relay={relay}
                onSent={onSent}
              />
            </section>
          )}
          {!sent && <ByHand t={t} deposit={deposit} networkName={networkName} amount={rest} />}
        </div>
      )}
      {!hasNews && children}
    </div>
  )
}
