import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { textPreview } from '#shared/console.ts'
import { blockFrameNavigation } from '#console/list/block-frame-navigation.ts'
import { PreviewPanel } from '#console/list/preview-panel.tsx'
import type { TextsText } from '#console/text/en/places/texts.ts'

type Props = {
  readonly t: TextsText['editor']
  readonly text: string
  readonly version: number
  readonly wide: boolean
  readonly onWide: (wide: boolean) => void
}

export const Preview = ({ t, text, version, wide, onWide }: Props) => (
  <PreviewPanel t={t} wide={wide} onWide={onWide}>
    {(language) => (
      <Frames
        key={`${text} ${language}`}
        title={`${t.preview}: ${text}, ${language}`}
        source={`${textPreview}/${language}/${text}?draft=${version}`}
        entry={text.startsWith('faq/') ? text.slice(4) : null}
      />
    )}
  </PreviewPanel>
)

/** Frames of the preview. The old one stays until the new one has loaded and taken over its scroll position. */
type FramesProps = {
  readonly title: string
  readonly source: string
  /** Entry to scroll to on a page with many, such as the FAQ. */
  readonly entry: string | null
}
function Frames({ title, source, entry }: FramesProps) {
  const [shown, setShown] = useState(source)
  const current = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (current.current === null) setShown(source)
  }, [source])
  const take = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) => {
    blockFrameNavigation(frame)
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

/** Unfolds the entry, because the page's own scripts do not run in the preview. */
function openEntry(frame: HTMLIFrameElement, entry: string | null): void {
  entryIn(frame, entry)?.closest('details')?.setAttribute('open', '')
}

/** Vertical position of the entry. A hash in the frame's URL would scroll the console too. */
const topOf = (frame: HTMLIFrameElement, entry: string | null): number =>
  Math.max(0, (entryIn(frame, entry)?.getBoundingClientRect().top ?? 0) - 40)
