import { useId } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { readPageData } from '#web/client/page-data.ts'
import { ShareKit } from '#web/share/share-kit.tsx'
import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import styles from './links.module.css'

type Props = DashboardProps & {
  readonly url: string
  readonly name: string
  readonly trial: string
  readonly onClose: () => void
}

export function ShareLink({ t, language, url, name, trial, onClose }: Props) {
  const id = useId()
  const { brand } = readPageData()
  const { card } = t.links
  return (
    <Dialog labelledBy={id} closeLabel={t.close} onClose={onClose}>
      <div className={styles.share}>
        <h2 id={id}>{t.links.shareTitle(name)}</h2>
        <ShareKit
          t={t.share}
          language={language}
          url={url}
          label={t.links.copyLabel(name)}
          title={card.title(brand)}
          text={card.text(trial)}
          card={{ tone: 'plate', brand, headline: card.headline, lines: [card.line(trial)], scan: card.scan }}
          fileName={`${card.file}.png`}
        />
      </div>
    </Dialog>
  )
}
