import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'

const keptText: Record<Language, string> = {
  en: 'Now in English. Everything you typed is still here.',
  'zh-CN': '已切到中文，你填的都还在。',
}

/** After the language was switched on a page that was used. */
export const sayKept = (language: Language): void => showToast({ kind: 'done', text: keptText[language], language })
