import '#ui/textual.css'
import { CopyField } from '#ui/copy-field.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { UsedPairing } from './use-pairing.ts'
import styles from './wallet.module.css'

export function PairingPanel({ t, pairing }: { readonly t: CryptoTexts; readonly pairing: UsedPairing }) {
  const { state, open, stop } = pairing
  if (state.step === 'shown')
    return (
      <div className={styles.pairing}>
        <p role="status">{t.wallet.scanHint}</p>
        <QrCode text={state.uri} label={t.wallet.scanQr} />
        <a className={`btn s ${styles.app}`} href={state.uri}>
          {t.openWallet}
        </a>
        <div className={styles.link}>
          <CopyField value={state.uri} label={t.wallet.scanCopy} copy={t.copy} copied={t.copied} />
        </div>
        <button type="button" className="textual" onClick={stop}>
          {t.wallet.scanStop}
        </button>
      </div>
    )
  return (
    <div className={styles.pairing}>
      <button type="button" className="btn quiet wide" aria-busy={state.step === 'opening' || undefined} onClick={open}>
        {t.wallet.scan}
      </button>
      {state.step === 'opening' && <div className="dashes" aria-hidden="true" />}
      <span className="vh" role="status">
        {state.step === 'opening' ? t.wallet.scanOpening : ''}
      </span>
      {state.step === 'failed' && (
        <div role="alert">
          <FieldError
            id="pairing-problem"
            text={state.because === 'declined' ? t.errors.rejected : t.wallet.scanFailed}
          />
        </div>
      )}
    </div>
  )
}
