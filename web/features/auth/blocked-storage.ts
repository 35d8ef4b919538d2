import type { Language } from '#shared/language.ts'
import { ApiError } from '#web/client/api-error.ts'

const text: Record<Language, string> = {
  en: 'Your browser saves nothing for this site, so you can’t stay logged in. Allow cookies and site data for it, then try again.',
  'zh-CN': '浏览器不让本站保存数据，登录状态留不住。请允许本站使用 Cookie 和网站数据，再试一次。',
}

/** Error of a sign-in or sign-up in a browser without storage. */
export const blockedStorageError = (language: Language): ApiError => new ApiError('StorageBlocked', text[language])
