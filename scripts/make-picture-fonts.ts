import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fontverter from 'fontverter'
import subsetFont from 'subset-font'

const latinFile = import.meta.resolve('@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2')
const chineseFile = import.meta
  .resolve('@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-700-normal.woff2')
const latinText = Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')

export async function makePictureFonts(folder: string): Promise<readonly string[]> {
  const latin = await readFile(new URL(latinFile))
  const chinese = await readFile(new URL(chineseFile))
  const fonts = {
    'latin.ttf': await subsetFont(latin, `${latinText}–—‘’“”…€`, {
      targetFormat: 'sfnt',
      variationAxes: { wght: 800 },
    }),
    'chinese.ttf': await fontverter.convert(chinese, 'sfnt'),
  }
  await mkdir(folder, { recursive: true })
  return Promise.all(
    Object.entries(fonts).map(async ([name, bytes]) => {
      const file = path.join(folder, name)
      await writeFile(file, bytes)
      return file
    }),
  )
}
