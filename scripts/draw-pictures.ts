import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { languages, type Language } from '#shared/language.ts'
import { textLine } from '#web/render/picture-text.ts'
import { linkPictures, pictureAddress, pictureSize, type LinkPicture } from '#web/render/link-pictures.ts'

const root = join(import.meta.dirname, '..')
const iconSizes = [180, 192, 512]

export async function drawPictures(folder: string, fontFiles: readonly string[]): Promise<void> {
  await mkdir(join(folder, 'og'), { recursive: true })
  const mark = await readFile(join(root, 'public/mark.svg'), 'utf8')
  const font = { fontFiles: [...fontFiles], loadSystemFonts: false }
  const draw = (svg: string, width: number) =>
    new Resvg(svg, { fitTo: { mode: 'width', value: width }, font }).render().asPng()
  for (const size of iconSizes) await writeFile(join(folder, `icon-${size}.png`), draw(mark, size))
  // Maskable icon that fills the square, because systems crop it to their own shape.
  await writeFile(join(folder, 'icon-maskable.png'), draw(maskable(mark), 512))
  for (const picture of Object.keys(linkPictures) as LinkPicture[])
    for (const language of languages)
      await writeFile(
        join(folder, pictureAddress(picture, language)),
        draw(linkPicture(picture, language), pictureSize.width),
      )
}

const maskable = (mark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#006d52" d="M0 0h40v40H0z"/><g transform="translate(6 6) scale(.7)">${mark.replace(/^[\s\S]*?<svg[^>]*>|<\/svg>\s*$/g, '')}</g></svg>`

function linkPicture(picture: LinkPicture, language: Language): string {
  const { width, height } = pictureSize
  const lines = linkPictures[picture][language].split('|')
  const other = linkPictures[picture][language === 'en' ? 'zh-CN' : 'en'].replace('|', language === 'en' ? '' : ' ')
  const size = language === 'en' ? 84 : 92
  const text = lines.map((line, index) => textLine(line, { x: 128, y: 222 + index * size * 1.12, size, fill: '#fff' }))
  const below = textLine(other, { x: 128, y: lines.length > 1 ? 402 : 320, size: 36, fill: '#cfeadf' })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<path fill="#e2eae6" d="M0 0h${width}v${height}H0z"/>
<g stroke="#fff" stroke-width="7" fill="none"><path d="M-20 90 1220 -60M-20 330 1220 180M-20 610 1220 400M160 -20 320 650M520 -20 700 650M900 -20 1090 650"/></g>
<path d="M-20 560H820q80 0 80-80V330q0-60 60-110L1120 90" fill="none" stroke="#fff" stroke-width="36"/>
<path d="M-20 560H820q80 0 80-80V330q0-60 60-110L1120 90" fill="none" stroke="#00996a" stroke-width="18"/>
<g transform="translate(1120 90) rotate(45)"><rect x="-36" y="-36" width="72" height="72" rx="8" fill="#fff" stroke="#12221c" stroke-width="5"/><rect x="-21" y="-21" width="42" height="42" rx="4" fill="#ffcb36"/></g>
<rect x="64" y="84" width="760" height="416" rx="34" fill="#006d52"/><rect x="80" y="100" width="728" height="384" rx="22" fill="none" stroke="#fff" stroke-width="5"/>
${text.join('')}${below}
</svg>`
}
