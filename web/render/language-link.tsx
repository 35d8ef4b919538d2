import type { Language } from '#shared/language.ts'
import en from '#text/en/site/shell.ts'
import zh from '#text/zh-CN/site/shell.ts'

export const shellTexts = { en, 'zh-CN': zh }

type Props = { readonly language: Language; readonly path: string; readonly prefixable: boolean }

/** Link to this page in the other language. Works without script. */
export function LanguageLink({ language, path, prefixable }: Props) {
  const other: Language = language === 'en' ? 'zh-CN' : 'en'
  return (
    <a
      className="ib"
      data-language={other}
      href={prefixable ? `/${other}${path === '/' ? '' : path}` : path}
      hrefLang={other}
      lang={other}
    >
      {shellTexts[language].otherLanguage}
    </a>
  )
}
