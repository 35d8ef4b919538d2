import type { Language } from '#shared/language.ts'

type Option<V> = { readonly value: V; readonly label: string; readonly lang?: string }
type Props<V> = {
  readonly label: string
  readonly options: readonly Option<V>[]
  readonly chosen: V
  readonly onChoose: (value: V) => void
}

export const Segments = <V extends string | number>({ label, options, chosen, onChoose }: Props<V>) => (
  <span className="seg" role="group" aria-label={label}>
    {options.map(({ value, label: name, lang }) => (
      <button key={value} type="button" lang={lang} aria-pressed={value === chosen} onClick={() => onChoose(value)}>
        {name}
      </button>
    ))}
  </span>
)

type ChoiceProps = {
  readonly label: string
  readonly language: Language
  readonly onChoose: (language: Language) => void
}

const options = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'zh-CN', label: '中文', lang: 'zh-CN' },
] as const

export const LanguageChoice = ({ label, language, onChoose }: ChoiceProps) => (
  <Segments label={label} options={options} chosen={language} onChoose={onChoose} />
)
