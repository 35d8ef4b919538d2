import type { Language, Localized } from '#shared/language.ts'

export const pictureSize = { width: 1200, height: 630 }
export const squareSize = { width: 500, height: 500 }

/** Text of each link preview picture; `|` breaks the line. Drawn during the build. */
export const linkPictures = {
  home: { en: 'The internet,|no detours.', 'zh-CN': '上网，|不绕路。' },
  pricing: { en: 'How far are|you going?', 'zh-CN': '这趟|走多远？' },
  download: { en: 'One tap,|on every device.', 'zh-CN': '手机电脑，|一点就连。' },
  affiliate: { en: 'Show the way,|earn a share.', 'zh-CN': '带个路，|有分成。' },
  faq: { en: 'Ask the way.', 'zh-CN': '路不熟？|问这里。' },
} as const satisfies Record<string, Localized>
export type LinkPicture = keyof typeof linkPictures
export const defaultPicture: LinkPicture = 'home'

export const pictureAddress = (picture: LinkPicture, language: Language): string =>
  `/og/${picture}-${language.toLowerCase()}.png`
