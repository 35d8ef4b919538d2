import type { Language, Localized } from './language.ts'

const beginnings: Localized = {
  en: 'This account is blocked. You may object: write to support. Why: ',
  'zh-CN': '这个账号已被停用，如有异议请联系客服。原因：',
}
export const blockedText = (told: string, language: Language): string => beginnings[language] + told
