import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import subsetFont from 'subset-font'
import { linkPictures } from '#web/render/link-pictures.ts'

/**
 * Cuts the fonts of the link pictures down to the glyphs that `web/render/link-pictures.ts` shows; run it after a change
 * there: node scripts/subset-picture-font.ts NotoSansCJKsc-Bold.otf
 * Latin comes from Overpass, Chinese from the given file (Noto Sans SC, bold). Both are under the SIL Open Font License.
 */
const [source] = process.argv.slice(2)
if (!source) throw new Error('usage: node scripts/subset-picture-font.ts NotoSansCJKsc-Bold.otf')
const folder = path.join(import.meta.dirname, 'fonts')
const shown = Object.values(linkPictures)
  .flatMap((lines) => Object.values(lines))
  .join('')
const latin = await readFile(
  new URL(import.meta.resolve('@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2')),
)
const fonts = {
  'pictures-latin.ttf': await subsetFont(latin, shown, { targetFormat: 'sfnt', variationAxes: { wght: 800 } }),
  'pictures-chinese.otf': await subsetFont(await readFile(source), shown, { targetFormat: 'sfnt' }),
}
for (const [name, bytes] of Object.entries(fonts)) {
  await writeFile(path.join(folder, name), bytes)
  console.log(`${name}: ${bytes.length} bytes`)
}
