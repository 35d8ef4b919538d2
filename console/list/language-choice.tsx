import { languages, type Language } from '#shared/language.ts'

type Props = {
  readonly label: string
  readonly language: Language
  readonly onChoose: (language: Language) => void
}

/** In which of both languages something is shown. */
export const LanguageChoice = ({ label, language, onChoose }: Props) => (
  <span className="seg" role="group" aria-label={label}>
    {languages.map((each) => (
      <button key={each} type="button" lang={each} aria-pressed={language === each} onClick={() => onChoose(each)}>
        {each === 'en' ? 'English' : '中文'}
      </button>
    ))}
  </span>
)
