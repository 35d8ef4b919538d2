import { useId } from 'react'
import type { Language } from '#shared/language.ts'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { saveFile } from '#ui/save-file.ts'
import type { ShareTexts } from '#text/en/site/share.ts'
import { pictureSize, type PictureCard } from './draw-picture.ts'
import { openShareSheet, sharesFile } from './native-share.ts'
import { usePicture } from './use-picture.ts'
import styles from './share.module.css'

type Props = {
  readonly t: ShareTexts
  readonly language: Language
  readonly card: PictureCard
  readonly fileName: string
  readonly onClose: () => void
}

export default function PictureDialog({ t, language, card, fileName, onClose }: Props) {
  const id = useId()
  const { canvas, file, failed } = usePicture(card, fileName)

  async function share(png: File) {
    if (!(await openShareSheet({ files: [png] }))) showToast({ kind: 'error', text: t.pictureSheetFailed, language })
  }

  return (
    <Dialog labelledBy={id} closeLabel={t.close} onClose={onClose}>
      <div className={styles.dialog}>
        <h2 id={id}>{t.pictureTitle}</h2>
        {failed ? (
          <p role="alert">{t.pictureFailed}</p>
        ) : (
          <canvas
            ref={canvas}
            className={styles.picture}
            width={pictureSize.width}
            height={pictureSize.height}
            role="img"
            aria-label={t.pictureSays([card.headline, ...card.lines].join(' '))}
          />
        )}
        {file && sharesFile(file) && (
          <button type="button" className="btn wide" onClick={() => void share(file)}>
            {t.sharePicture}
          </button>
        )}
        {!failed && (
          <button
            type="button"
            className={`btn wide ${file && sharesFile(file) ? 'quiet' : ''}`}
            disabled={!file}
            onClick={() => file && saveFile(fileName, file, file.type)}
          >
            {t.savePicture}
          </button>
        )}
      </div>
    </Dialog>
  )
}
