import { useSpoken } from '#console/client/language.ts'

export function LanguageSwitch() {
  const { t, language, speak } = useSpoken()
  const other = language === 'en' ? 'zh-CN' : 'en'
  return (
    <button type="button" className="btn q" lang={other} onClick={() => speak(other)}>
      {t.otherLanguage}
    </button>
  )
}
