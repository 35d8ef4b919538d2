import '#ui/textual.css'
import { useState } from 'react'
import { CopyField } from '#ui/copy-field.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { Deposit } from '#web/features/crypto/base/crypto.queries.ts'
import { amountText } from '#web/display/token-amount.ts'
import styles from './deposit.module.css'

type Props = {
  readonly t: CryptoTexts
  readonly deposit: Deposit
  readonly networkName: string
  readonly amount: bigint
}

export function ByHand({ t, deposit, networkName, amount }: Props) {
  const { token, decimals, address, uri } = deposit
  const [addressAlone, setAddressAlone] = useState(false)
  const text = amountText(amount, decimals)
  // True if the QR code holds a payment URI with wallet address and amount. Most exchanges can only read a plain wallet
  // address.
  const paymentCode = uri !== null && !addressAlone
  return (
    <section className={styles.card} aria-labelledby="by-hand">
      <h2 id="by-hand">{t.byHandTitle}</h2>
      <div className={styles.hand}>
        <div className={styles.fields}>
          <div>
            <p className="label">{t.amountLabel(token)}</p>
            <CopyField value={text} label={t.copyAmount} copy={t.copy} copied={t.copied} />
          </div>
          <div className={styles.whole}>
            <p className="label">{t.addressLabel(networkName)}</p>
            <CopyField value={address} label={t.copyAddress} copy={t.copy} copied={t.copied} />
          </div>
        </div>
        <div className={styles.code}>
          <QrCode text={paymentCode ? uri : address} label={paymentCode ? t.qrPayment : t.qrAddress} />
          {uri !== null && (
            <>
              <a className={`btn quiet s ${styles.app}`} href={uri}>
                {t.openWallet}
              </a>
              <button type="button" className="textual small" onClick={() => setAddressAlone(!addressAlone)}>
                {addressAlone ? t.showPaymentQr : t.showAddressQr}
              </button>
            </>
          )}
        </div>
      </div>
      <ul className={styles.warnings}>
        <li>{t.warnings.network(token, networkName)}</li>
        <li>{t.warnings.fee(`${text} ${token}`)}</li>
        <li>{t.warnings.late}</li>
      </ul>
    </section>
  )
}
