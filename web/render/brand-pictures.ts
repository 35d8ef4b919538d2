import { languages, type Language } from '#shared/language.ts'
import { recolourMarkup } from '#shared/brand-look.ts'
import type { SiteData } from '#shared/site.ts'
import { linkPictureTexts } from '#text/link-pictures.ts'
import { linkPictures, pictureSize, type LinkPicture } from './link-pictures.ts'
import { fitSize, textLine } from './picture-text.ts'

/** SVG of the shipped mark (logo). The build writes it as `mark.svg`. */
const defaultMark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#006d52"/><path d="M8.5 14.5 14 27.5l6-11 6 11 4.2-12" fill="none" stroke="#fff" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round"/><circle cx="31" cy="12" r="4.6" fill="#ffcb36"/></svg>'

export type Brand = Pick<SiteData, 'look' | 'mark' | 'pageTexts' | 'pictures'>

/** URL of a brand picture. For a shop with its own look, the path contains a digest of the content. */
export const brandAddress = ({ pictures }: Pick<Brand, 'pictures'>, name: string): string =>
  pictures === null ? `/${name}` : `${pictures}/${name}`

export const linkPictureName = (picture: LinkPicture, language: Language): string =>
  `og/${picture}-${language.toLowerCase()}.png`

/** Sizes in pixels of the icons, whose file names browsers and phones know. */
export const iconSizes = { 'icon-180.png': 180, 'icon-192.png': 192, 'icon-512.png': 512, 'icon-maskable.png': 512 }

/** Draws the mark as part of another picture: in a square of 40 × 40 at 0, 0. */
export function markIn({ look, mark }: Pick<Brand, 'look' | 'mark'>): string {
  if (mark?.kind === 'png') return `<image width="40" height="40" href="data:image/png;base64,${mark.data}"/>`
  return (mark?.data ?? recolourMarkup(defaultMark, look)).replace('<svg ', '<svg width="40" height="40" ')
}

const square = (side: number, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 40 40">${inner}</svg>`

/** Draws an icon or link picture of the shop as SVG by its file name; null for other names. */
export function brandPicture(name: string, brand: Brand): string | null {
  if (name === 'mark.svg') return square(40, markIn(brand))
  // Fills the whole square, because systems crop a maskable icon to their own shape.
  if (name === 'icon-maskable.png')
    return square(
      512,
      `<path fill="${brand.mark ? '#ffffff' : brand.look.main}" d="M0 0h40v40H0z"/><g transform="translate(6 6) scale(.7)">${markIn(brand)}</g>`,
    )
  if (Object.hasOwn(iconSizes, name)) return square(iconSizes[name as keyof typeof iconSizes], markIn(brand))
  for (const picture of linkPictures)
    for (const language of languages)
      if (name === linkPictureName(picture, language)) return linkPicture(picture, language, brand)
  return null
}

function linkPicture(picture: LinkPicture, language: Language, brand: Brand): string {
  const { width, height } = pictureSize
  const said = (each: Language) => brand.pageTexts[`pictures.${picture}`]?.[each] ?? linkPictureTexts[each][picture]
  const lines = said(language).split('|').slice(0, 3)
  const other = said(language === 'en' ? 'zh-CN' : 'en').replaceAll('|', language === 'en' ? '' : ' ')
  const largest = { en: 84, 'zh-CN': 92 }[language]
  const size = Math.min(...lines.map((line) => fitSize(line, lines.length > 2 ? 66 : largest, 620)))
  const text = lines.map((line, index) =>
    textLine(line, { x: 128, y: 222 + index * size * 1.12, size, fill: '#ffffff' }),
  )
  const below = textLine(other, {
    x: 128,
    y: lines.length > 1 ? Math.max(402, 240 + lines.length * size * 1.12) : 320,
    size: fitSize(other, 36, 640),
    fill: '#cfeadf',
  })
  const mark = brand.mark ? `<g transform="translate(1010 500) scale(2.4)">${markIn(brand)}</g>` : ''
  return recolourMarkup(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path fill="#e2eae6" d="M0 0h${width}v${height}H0z"/>
<g stroke="#fff" stroke-width="7" fill="none"><path d="M-20 90 1220 -60M-20 330 1220 180M-20 610 1220 400M160 -20 320 650M520 -20 700 650M900 -20 1090 650"/></g>
<path d="M-20 560H820q80 0 80-80V330q0-60 60-110L1120 90" fill="none" stroke="#fff" stroke-width="36"/>
<path d="M-20 560H820q80 0 80-80V330q0-60 60-110L1120 90" fill="none" stroke="#00996a" stroke-width="18"/>
<g transform="translate(1120 90) rotate(45)"><rect x="-36" y="-36" width="72" height="72" rx="8" fill="#fff" stroke="#12221c" stroke-width="5"/><rect x="-21" y="-21" width="42" height="42" rx="4" fill="#ffcb36"/></g>
<rect x="64" y="84" width="760" height="416" rx="34" fill="#006d52"/><rect x="80" y="100" width="728" height="384" rx="22" fill="none" stroke="#fff" stroke-width="5"/>
${text.join('')}${below}
</svg>`,
    brand.look,
  ).replace('</svg>', `${mark}</svg>`)
}
