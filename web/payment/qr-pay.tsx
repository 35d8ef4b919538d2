import { useEffect } from 'react'
import { QrCode } from '#ui/qr-code.tsx'
import type { Language } from '#shared/language.ts'
import { isWebAddress } from '#web/client/web-address.ts'
import type { PayingTexts } from '#text/en/site/paying.ts'
import type { Order } from './order.ts'
import styles from './paying.module.css'

type Props = {
  readonly t: PayingTexts
  readonly language: Language
  readonly content: string
  readonly method: Order['method']
  readonly name: string
  readonly onShown?: () => void
}

/** QR code for the payment app on the buyer's phone. If it contains a URL, this browser can open that as well. */
export default function QrPay({ t, content, method, name, onShown }: Props) {
  useEffect(() => onShown?.())
  return (
    <div className={styles.qr}>
      <p className={styles.scan}>{t.scan[method]}</p>
      <QrCode text={content} label={t.qrLabel(name)} />
      {isWebAddress(content) && (
        <a className={styles.here} href={content} target="_blank" rel="noreferrer">
          {t.openHere}
        </a>
      )}
    </div>
  )
}
