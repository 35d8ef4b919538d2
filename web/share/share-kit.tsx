import '#ui/copy.css'
import '#ui/dialog.css'
import { Suspense, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { LinkField } from '#ui/link-field.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { showToast } from '#ui/toast.ts'
import { lazySection } from '#web/display/lazy-part.tsx'
import type { ShareTexts } from '#text/en/site/share.ts'
import type { PictureCard } from './draw-picture.ts'
import { openShareSheet, useShareSheet } from './native-share.ts'
import styles from './share.module.css'

const loadDialog = () => import('./picture-dialog.tsx')
const PictureDialog = lazySection(loadDialog)

type Props = {
  readonly t: ShareTexts
  readonly language: Language
  readonly url: string
  readonly label: string
  readonly title: string
  readonly text: string
  readonly card: Omit<PictureCard, 'url'>
  readonly fileName: string
  readonly first?: boolean
}

export function ShareKit({ t, language, url, label, title, text, card, fileName, first = false }: Props) {
  const hasSheet = useShareSheet()
  const [pictured, setPictured] = useState(false)

  async function share() {
    if (!(await openShareSheet({ title, text, url }))) showToast({ kind: 'error', text: t.sheetFailed, language })
  }

  const sheet = hasSheet && (
    <button type="button" className={first ? 'btn wide' : 'btn s'} onClick={() => void share()}>
      {t.share}
    </button>
  )
  return (
    <div className={styles.kit} data-first={first || undefined}>
      <div className={styles.ways}>
        {first && sheet}
        <LinkField value={url} label={label} copy={t.copy} copied={t.copied} />
        <div className={styles.buttons}>
          {!first && sheet}
          <button
            type="button"
            className="btn s quiet"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadDialog().catch(() => {})}
            onClick={() => setPictured(true)}
          >
            {t.picture}
          </button>
        </div>
      </div>
      <div className={styles.code}>
        <QrCode text={url} label={t.qrLabel} />
      </div>
      {pictured && (
        <Suspense>
          <PictureDialog
            t={t}
            language={language}
            card={{ ...card, url }}
            fileName={fileName}
            onClose={() => setPictured(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
