import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { CryptoPayment, Transfer } from './base/crypto.queries.ts'
import { amountText } from '#web/display/token-amount.ts'
import styles from './progress.module.css'

type Props = {
  readonly t: CryptoTexts
  readonly payment: CryptoPayment
  readonly unreachable: boolean
  readonly sent?: boolean
  /** Amount still to send with its token, for a payment of which a part has arrived. */
  readonly missing?: string
}

/**
 * Shows the payment's state on the blockchain. Screen readers hear only the text, because the figures change with every
 * block.
 */
export function Progress({ t, payment, unreachable, sent = false, missing }: Props) {
  const { state } = payment
  const waits = state === 'awaiting' || state === 'seen' || state === 'short'
  const transfers = payment.deposits.flatMap((deposit) => deposit.transfers.map((transfer) => ({ deposit, transfer })))
  const lead =
    state === 'seen'
      ? t.progress.seen
      : sent
        ? t.progress.sent
        : state === 'short' && missing
          ? t.progress.awaitingRest(missing)
          : t.progress.awaiting
  return (
    <section className={styles.progress} aria-labelledby="on-chain">
      <h2 id="on-chain">{t.progress.title}</h2>
      <p className={styles.lead} role="status">
        {unreachable ? t.progress.lost : waits && lead}
      </p>
      {waits && <div className="dashes" aria-hidden="true" />}
      {transfers.length > 0 && (
        <ul>
          {transfers.map(({ deposit, transfer }) => (
            <li key={transfer.txHash + transfer.amount} data-status={transfer.status}>
              <b className="num">
                {amountText(transfer.amount, deposit.decimals)} {deposit.token}
              </b>
              <span className="num">{statusText(t, transfer, deposit.confirmations)}</span>
              <span className={`small num ${styles.hash}`}>
                {transfer.explorerUrl === null ? (
                  transfer.txHash
                ) : (
                  <a href={transfer.explorerUrl} target="_blank" rel="noreferrer">
                    {t.progress.lookUp}
                  </a>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const statusText = (t: CryptoTexts, { status, confirmations }: Transfer, needed: number): string =>
  status === 'seen'
    ? t.progress.confirmations(confirmations, needed)
    : status === 'confirmed'
      ? t.progress.confirmed
      : t.progress.dropped
