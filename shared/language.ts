/** Language tags of documents, text catalogues and the database. The API's language header uses `en` or `zh_CN`. */
export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number]
export type Localized = Record<Language, string>

export const languageOfHeader = (header: string | undefined): Language => (header === 'en' ? 'en' : 'zh-CN')
/**
 * Language of an API header. Accepts the spellings of various clients: `en_US`, `EN`, `en-GB`, `zh-CN`, `zh-Hans`,
 * `zh_TW`.
 */
export const languageOfSpelling = (spelling: string): Language => (/^\s*en(?![a-z])/i.test(spelling) ? 'en' : 'zh-CN')
export const headerOfLanguage = (language: Language): 'en' | 'zh_CN' => (language === 'en' ? 'en' : 'zh_CN')

/**
 * Language of a visitor: a stored choice wins; otherwise English if the browser language contains "en", else
 * Chinese.
 */
export function pickLanguage(stored: string | null | undefined, browserLanguage: string | null | undefined): Language {
  if (stored === 'en' || stored === 'zh-CN') return stored
  return browserLanguage?.toLowerCase().includes('en') ? 'en' : 'zh-CN'
}

/** Text between two sentences: a space in English, nothing in Chinese, whose punctuation includes it. */
export const gap = (language: Language): string => (language === 'en' ? ' ' : '')

export const listComma = (language: Language): string => (language === 'en' ? ', ' : '、')

export const colon = (language: Language): string => (language === 'en' ? ': ' : '：')
