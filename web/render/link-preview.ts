import type { Language } from '#shared/language.ts'
import { replaceInvisibleCharacters } from '#shared/visible-text.ts'
import { escapeHtml } from './html.ts'
import { pictureSize, squareSize } from './link-pictures.ts'
import type { LinkPreview, PageProps } from './page.ts'

const locales: Readonly<Record<Language, string>> = { en: 'en_US', 'zh-CN': 'zh_CN' }

/**
 * Replaces control characters and direction marks by spaces, because they would affect the chat app's own text, and
 * shortens what such apps would cut anyway.
 */
const shortened = (value: string): string => {
  const letters = [...replaceInvisibleCharacters(value)]
  return letters.length > 300 ? `${letters.slice(0, 299).join('')}…` : letters.join('')
}

/** Renders the tags for link previews. The wide picture comes first; WeChat and QQ look for a square one. */
export function renderPreview(
  { title, path, pictures, pictureText }: LinkPreview,
  description: string,
  { data, language }: Pick<PageProps<unknown>, 'data' | 'language'>,
): string {
  const at = (address: string) => data.publicOrigin + address
  const properties: readonly (readonly [string, string])[] = [
    ['og:title', title],
    ['og:description', description],
    ['og:type', 'website'],
    ['og:url', at(path)],
    ['og:site_name', data.brand[language]],
    ['og:locale', locales[language]],
    ['og:image', at(pictures.wide)],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(pictureSize.width)],
    ['og:image:height', String(pictureSize.height)],
    ['og:image:alt', pictureText],
    ['og:image', at(pictures.square)],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(squareSize.width)],
    ['og:image:height', String(squareSize.height)],
    ['og:image:alt', pictureText],
  ]
  const names: readonly (readonly [string, string])[] = [
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', title],
    ['twitter:description', description],
    ['twitter:image', at(pictures.wide)],
    ['twitter:image:alt', pictureText],
  ]
  const tag = (kind: string, [key, value]: readonly [string, string]) =>
    `<meta ${kind}="${key}" content="${escapeHtml(shortened(value))}">`
  return [
    ...properties.map((each) => tag('property', each)),
    ...names.map((each) => tag('name', each)),
    tag('itemprop', ['image', at(pictures.square)]),
  ].join('')
}
