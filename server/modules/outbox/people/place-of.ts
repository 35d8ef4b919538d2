import type { Language } from '#shared/language.ts'

/** Where someone signed in, as far as it is known: "Chrome on Windows", Windows 上的 Chrome. */
export function placeOf(browser: string | null, system: string | null, language: Language): string {
  if (browser && system) return language === 'en' ? `${browser} on ${system}` : `${system} 上的 ${browser}`
  return browser ?? system ?? (language === 'en' ? 'Unknown browser' : '未知浏览器')
}
