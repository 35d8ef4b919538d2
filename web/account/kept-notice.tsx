import { useEffect, useState } from 'react'
import { readStored, removeStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { useAccount } from './account-context.ts'
import styles from './account.module.css'

export function KeptNotice() {
  const { t } = useAccount()
  const [kept] = useState(() => readStored('sessionStorage', storageKeys.deletionCancelled) !== null)
  useEffect(() => removeStored('sessionStorage', storageKeys.deletionCancelled), [])
  return (
    kept && (
      <p className={styles.kept} role="status">
        {t.kept}
      </p>
    )
  )
}
