import type { Language } from '#shared/language.ts'
import { CopyField } from '#ui/copy-field.tsx'
import { readPageData } from '#web/client/page-data.ts'
import { ShareKit } from '#web/share/share-kit.tsx'
import type { InvitesTexts } from '#text/en/site/invites.ts'
import styles from './invites.module.css'

type Props = {
  readonly t: InvitesTexts
  readonly language: Language
  readonly code: string
  readonly link: string
  readonly trial: string
}

export function InviteLink({ t, language, code, link, trial }: Props) {
  const { brand } = readPageData()
  return (
    <div className={styles.invite}>
      <ShareKit
        t={t.share}
        language={language}
        url={link}
        label={t.copyLink}
        title={t.card.title(brand)}
        text={t.card.text(trial)}
        card={{
          tone: 'plate',
          brand,
          headline: t.card.headline,
          lines: [t.card.line(trial), t.card.code(code)],
          scan: t.card.scan,
        }}
        fileName={`${t.card.file}.png`}
      />
      <div className={styles.code}>
        <p className="label">{t.code}</p>
        <CopyField value={code} label={t.copyCode} copy={t.share.copy} copied={t.share.copied} />
      </div>
    </div>
  )
}
