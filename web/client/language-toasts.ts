import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'

const keptText: Record<Language, string> = {
  en: 'Now in English. Everything you typed is still here.',
  'zh-CN': '已切到中文，你填的都还在。',
}

const staysText: Record<Language, string> = {
  en: 'The Chinese page didn’t come: that is on our side. Everything here stays as it is. Please try again later.',
  'zh-CN': '英文页面没有加载出来，是我们这边的问题。这里什么都没变，请稍后再试。',
}

export const toastSwitchFailed = (language: Language): void =>
  showToast({ kind: 'error', text: staysText[language], language })

export const toastSwitched = (language: Language): void =>
  showToast({ kind: 'done', text: keptText[language], language })
