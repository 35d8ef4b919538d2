import { useState } from 'react'
import { useSpoken } from '#console/client/language.ts'
import { LanguageChoice } from '#console/list/segments.tsx'
import { Panel } from '#console/list/panel.tsx'
import type { MailingsText } from '#console/text/en/places/mailings.ts'
import type { MailingValues } from './mailing-drafts.ts'
import { MailFrame } from './mail-frame.tsx'

type Props = {
  readonly t: MailingsText
  readonly values: MailingValues
  readonly wide: boolean
  readonly onWide?: (wide: boolean) => void
}

export function MailPreview({ t, values, wide, onWide }: Props) {
  const [language, setLanguage] = useState(useSpoken().language)
  return (
    <Panel
      title={t.preview}
      aside={
        <>
          <LanguageChoice label={t.language} language={language} onChoose={setLanguage} />
          {onWide && (
            <button type="button" className="lnk" aria-pressed={wide} onClick={() => onWide(!wide)}>
              {wide ? t.narrow : t.wide}
            </button>
          )}
        </>
      }
    >
      <MailFrame title={t.preview} values={values} language={language} />
    </Panel>
  )
}
