import { useId, useState } from 'react'
import type { PageTexts } from '#shared/site.ts'
import type { FormValue } from '#console/act/form-values.ts'
import { useRead } from '#console/client/use-read.ts'
import type { Output } from '#console/client/wire.ts'
import { Reading } from '#console/frame/query-state.tsx'
import { Segments } from '#console/list/segments.tsx'
import type { BrandText } from '#console/text/en/places/brand.ts'
import { readValue } from './read-value.ts'

type Props = {
  readonly t: BrandText['sentences']
  readonly value: FormValue | undefined
  readonly onChange: (value: FormValue) => void
}
type Sentence = Output<'settings.sentences'>['sentences'][number]
type PageName = keyof BrandText['sentences']['pages']

export function SentencesInput({ t, value, onChange }: Props) {
  const sentences = useRead('settings.sentences', {})
  const [page, setPage] = useState<PageName>('home')
  const own = (readValue(value) ?? {}) as PageTexts
  const set = (key: string, texts: PageTexts[string] | undefined) => {
    const { [key]: _before, ...others } = own
    onChange(JSON.stringify(texts ? { ...others, [key]: texts } : others))
  }
  const pages = Object.entries(t.pages) as [PageName, string][]
  return (
    <>
      <Segments
        label={t.page}
        options={pages.map(([name, label]) => ({ value: name, label }))}
        chosen={page}
        onChoose={setPage}
      />
      <Reading of={sentences}>
        {(data) => (
          <ul className="sentences">
            {data.sentences
              .filter(({ key }) => key.startsWith(`${page}.`))
              .map((sentence) => (
                <Row
                  key={sentence.key}
                  t={t}
                  sentence={sentence}
                  own={own[sentence.key]}
                  onChange={(texts) => set(sentence.key, texts)}
                />
              ))}
          </ul>
        )}
      </Reading>
    </>
  )
}

type RowProps = {
  readonly t: Props['t']
  readonly sentence: Sentence
  readonly own: PageTexts[string] | undefined
  readonly onChange: (texts: PageTexts[string] | undefined) => void
}
function Row({ t, sentence, own, onChange }: RowProps) {
  const id = useId()
  const { key, en, zh, names } = sentence
  const languages = [
    ['en', t.english],
    ['zh-CN', t.chinese],
  ] as const
  if (!own)
    return (
      <li className="bar">
        <span className="grow">
          {en}
          <br />
          <span className="faint" lang="zh-CN">
            {zh}
          </span>
        </span>
        <button type="button" className="lnk" onClick={() => onChange({ en, 'zh-CN': zh })}>
          {t.edit}
          <span className="vh"> {en}</span>
        </button>
      </li>
    )
  return (
    <li>
      {languages.map(([language, label]) => (
        <div className="field" key={language}>
          <label htmlFor={`${id}${language}`}>
            {label} <span className="faint">({t.changed})</span>
          </label>
          <textarea
            id={`${id}${language}`}
            className="in-t"
            lang={language}
            rows={2}
            maxLength={400}
            value={own[language]}
            onChange={({ target }) => onChange({ ...own, [language]: target.value })}
          />
        </div>
      ))}
      <p className="bar faint">
        <span className="grow">
          {key.startsWith('pictures.')
            ? t.lines
            : t.placeholders(['brand', ...names].map((name) => `{${name}}`).join(' '))}
        </span>
        <button type="button" className="lnk" onClick={() => onChange(undefined)}>
          {t.reset}
        </button>
      </p>
    </li>
  )
}
