import { useState } from 'react'
import type { CryptoTexts } from '#text/en/site/crypto.ts'
import type { Wallet } from './find-wallets.ts'
import styles from './wallet.module.css'

type Props = {
  readonly t: CryptoTexts
  readonly wallets: readonly Wallet[]
  readonly onConnect: (wallet: Wallet) => void
  readonly onLook: () => void
}

export function WalletList({ t, wallets, onConnect, onLook }: Props) {
  const [looked, setLooked] = useState(false)
  function lookAgain() {
    setLooked(true)
    onLook()
  }
  if (wallets.length === 0)
    return (
      <div className={styles.strip}>
        <p role="status">{looked ? t.wallet.stillNone : t.errors.notFound}</p>
        <button type="button" className="btn quiet s" onClick={lookAgain}>
          {t.wallet.lookAgain}
        </button>
      </div>
    )
  return (
    <ul className={styles.wallets}>
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <button type="button" className="btn quiet wide" onClick={() => onConnect(wallet)}>
            {wallet.icon !== null && <img src={wallet.icon} width="28" height="28" alt="" />}
            {t.wallet.connect(wallet.name)}
          </button>
        </li>
      ))}
    </ul>
  )
}
