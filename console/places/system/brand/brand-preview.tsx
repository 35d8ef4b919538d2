import { useCallback, useState } from 'react'
import { brandPreview, brandPreviewPages } from '#shared/brand-preview.ts'
import { useSpoken } from '#console/client/language.ts'
import { LanguageChoice, Segments } from '#console/list/segments.tsx'
import { Panel } from '#console/list/panel.tsx'
import { PostedFrame } from '#console/list/posted-frame.tsx'
import type { BrandText } from '#console/text/en/places/brand.ts'

type Props = { readonly t: BrandText; readonly typed: Readonly<Record<string, string>> }
type PageName = keyof typeof brandPreviewPages

/** Preview of real pages with the typed brand values, in the light or dark theme, as wide as a phone or a desktop. */
export function BrandPreview({ t, typed }: Props) {
  const [language, setLanguage] = useState(useSpoken().language)
  const [page, setPage] = useState<PageName>('home')
  const [width, setWidth] = useState<'narrow' | 'wide'>('wide')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const dress = useCallback(
    (shown: Document) => {
      shown.documentElement.dataset.theme = theme
    },
    [theme],
  )
  const pages = Object.keys(brandPreviewPages) as PageName[]
  return (
    <Panel title={t.preview} aside={<LanguageChoice label={t.language} language={language} onChoose={setLanguage} />}>
      <div className="bar in">
        <Segments
          label={t.sentences.page}
          options={pages.map((name) => ({ value: name, label: t.shown[name] }))}
          chosen={page}
          onChoose={setPage}
        />
        <Segments
          label={t.width}
          options={(['wide', 'narrow'] as const).map((each) => ({ value: each, label: t[each] }))}
          chosen={width}
          onChoose={setWidth}
        />
        <Segments
          label={t.theme}
          options={(['light', 'dark'] as const).map((each) => ({ value: each, label: t[each] }))}
          chosen={theme}
          onChoose={setTheme}
        />
      </div>
      <div className={`frames ${width}`}>
        <PostedFrame
          key={`${language} ${page}`}
          title={t.preview}
          action={`${brandPreview}/${language}/${page}`}
          fields={typed}
          onLoaded={dress}
        />
      </div>
    </Panel>
  )
}
