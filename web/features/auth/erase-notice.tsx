import { useEffect, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { readStored } from '#ui/browser-storage.ts'
import * as storageKeys from '#web/client/storage-keys.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { AuthTexts } from '#text/en/site/auth.ts'
import styles from './auth.module.css'

/** Shows until when signing in cancels the deletion of an account deleted from this browser. */
export function EraseNotice({ t, language }: { t: AuthTexts; language: Language }) {
  const [eraseAt, setEraseAt] = useState<number | null>(null)
  useEffect(() => {
    const stored = Number(readStored('localStorage', storageKeys.eraseAt))
    if (stored > Date.now()) setEraseAt(stored)
  }, [])
  return eraseAt !== null && <p className={styles.notice}>{t.eraseAt(displayDate(eraseAt, language))}</p>
}
