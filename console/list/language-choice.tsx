import type { Language } from '#shared/language.ts'
import { Segments } from './segments.tsx'

type Props = {
  readonly label: string
  readonly language: Language
  readonly onChoose: (language: Language) => void
}

const options = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'zh-CN', label: '中文', lang: 'zh-CN' },
] as const

export const LanguageChoice = ({ label, language, onChoose }: Props) => (
  <Segments label={label} options={options} chosen={language} onChoose={onChoose} />
)
