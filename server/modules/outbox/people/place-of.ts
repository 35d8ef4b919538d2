import type { Language } from '#shared/language.ts'

/** Describes a sign-in's browser and system as far as known: "Chrome on Windows", Windows 上的 Chrome. */
export function placeOf(browser: string | null, system: string | null, language: Language): string {
  if (browser && system) return language === 'en' ? `${browser} on ${system}` : `${system} 上的 ${browser}`
  return browser ?? system ?? (language === 'en' ? 'Unknown browser' : '未知浏览器')
}
