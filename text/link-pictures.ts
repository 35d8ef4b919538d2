import type { Language } from '#shared/language.ts'

/** Text of each link preview picture; the bar `|` breaks the line. */
export const linkPictureTexts = {
  en: {
    home: 'The internet,|no detours.',
    pricing: 'How far are|you going?',
    download: 'One tap,|on every device.',
    affiliate: 'Show the way,|earn a share.',
    faq: 'Ask the way.',
  },
  'zh-CN': {
    home: '上网，|不绕路。',
    pricing: '这趟|走多远？',
    download: '手机电脑，|一点就连。',
    affiliate: '带个路，|有分成。',
    faq: '路不熟？|问这里。',
  },
} satisfies Record<Language, Record<string, string>>
