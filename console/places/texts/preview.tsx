import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { textPreview } from '#shared/console.ts'
import type { Language } from '#shared/language.ts'
import { useSpoken } from '#console/client/language.ts'
import { LanguageChoice } from '#console/list/language-choice.tsx'
import { Panel } from '#console/list/panel.tsx'
import { stayInside } from '#console/list/stay-inside.ts'
import type { TextsText } from '#console/text/en/places/texts.ts'

type Props = {
  readonly t: TextsText['editor']
  readonly text: string
  /** Of what was saved: another one is another page. */
  readonly version: number
  readonly wide: boolean
  readonly onWide: (wide: boolean) => void
}

/** The public page as the draft has it, from the site's own renderer. Nothing runs in it. */
export function Preview({ t, text, version, wide, onWide }: Props) {
  const { language: spoken } = useSpoken()
  const [language, setLanguage] = useState<Language>(spoken)
  const source = `${textPreview}/${language}/${text}?draft=${version}`
  return (
    <Panel
      title={t.preview}
      aside={
        <>
          <LanguageChoice label={t.language} language={language} onChoose={setLanguage} />
          <button type="button" className="lnk" aria-pressed={wide} onClick={() => onWide(!wide)}>
            {wide ? t.phone : t.wide}
          </button>
        </>
      }
    >
      <div className="frames">
        <Frames
          key={`${text} ${language}`}
          title={`${t.preview}: ${text}, ${language}`}
          source={source}
          entry={text.startsWith('faq/') ? text.slice(4) : null}
        />
      </div>
    </Panel>
  )
}

/** The page of now stands until the next one has come, which takes its place where it was scrolled to. */
type FramesProps = {
  readonly title: string
  readonly source: string
  /** Of a page that holds many: the one that is written. */
  readonly entry: string | null
}
function Frames({ title, source, entry }: FramesProps) {
  const [shown, setShown] = useState(source)
  const current = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (current.current === null) setShown(source)
  }, [source])
  const take = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) => {
    stayInside(frame)
    // In a dark console the page is as those see it who read in the dark.
    const page = frame.contentDocument?.documentElement
    if (page) page.dataset.theme = document.documentElement.dataset.theme ?? 'light'
    const top = shown === source ? topOf(frame, entry) : (current.current?.contentWindow?.scrollY ?? 0)
    openEntry(frame, entry)
    frame.contentWindow?.scrollTo(0, top)
    setShown(source)
  }
  return [...new Set([shown, source])].map((each) => (
    <iframe
      key={each}
      ref={each === shown ? current : null}
      className={each === shown ? undefined : 'coming'}
      title={title}
      src={each}
      sandbox="allow-same-origin"
      tabIndex={each === shown ? undefined : -1}
      aria-hidden={each === shown ? undefined : true}
      onLoad={take}
    />
  ))
}

const entryIn = ({ contentDocument }: HTMLIFrameElement, entry: string | null) =>
  entry === null ? null : contentDocument?.getElementById(entry)

/** Without its scripts a page keeps its entries folded. */
function openEntry(frame: HTMLIFrameElement, entry: string | null): void {
  entryIn(frame, entry)?.closest('details')?.setAttribute('open', '')
}

/** A fragment in the frame's address would move this page, too. */
const topOf = (frame: HTMLIFrameElement, entry: string | null): number =>
  Math.max(0, (entryIn(frame, entry)?.getBoundingClientRect().top ?? 0) - 40)
