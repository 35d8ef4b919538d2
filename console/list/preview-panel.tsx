import { useState, type ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { useSpoken } from '#console/client/language.ts'
import { Panel } from './panel.tsx'
import { LanguageChoice } from './segments.tsx'

type Props = {
  readonly t: { readonly preview: string; readonly language: string; readonly wide: string; readonly phone: string }
  readonly wide: boolean
  /** Switches between the widths of a phone and a desktop. Absent: the width is fixed. */
  readonly onWide?: ((wide: boolean) => void) | undefined
  readonly children: (language: Language) => ReactNode
}

/** Panel with a preview in a language of choice, at first the operator's. */
export function PreviewPanel({ t, wide, onWide, children }: Props) {
  const [language, setLanguage] = useState(useSpoken().language)
  return (
    <Panel
      title={t.preview}
      aside={
        <>
          <LanguageChoice label={t.language} language={language} onChoose={setLanguage} />
          {onWide && (
            <button type="button" className="lnk" aria-pressed={wide} onClick={() => onWide(!wide)}>
              {wide ? t.phone : t.wide}
            </button>
          )}
        </>
      }
    >
      <div className="frames">{children(language)}</div>
    </Panel>
  )
}
