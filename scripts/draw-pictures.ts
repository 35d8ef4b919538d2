import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { languages } from '#shared/language.ts'
import { defaultLook } from '#shared/brand-look.ts'
import { brandPicture, iconSizes, linkPictureName, type Brand } from '#web/render/brand-pictures.ts'
import { linkPictures } from '#web/render/link-pictures.ts'

const shipped: Brand = { look: defaultLook, mark: null, pageTexts: {}, pictures: null }

/**
 * Writes the shop's mark (logo), icons and link preview pictures to a folder. For a shop with its own look, the running
 * server draws them instead.
 */
export async function drawPictures(folder: string, fontFiles: readonly string[], brand = shipped): Promise<void> {
  await mkdir(join(folder, 'og'), { recursive: true })
  const font = { fontFiles: [...fontFiles], loadSystemFonts: false }
  const names = linkPictures.flatMap((picture) => languages.map((language) => linkPictureName(picture, language)))
  for (const name of ['mark.svg', ...Object.keys(iconSizes), ...names]) {
    const svg = brandPicture(name, brand)
    if (svg === null) continue
    await writeFile(join(folder, name), name.endsWith('.svg') ? svg : new Resvg(svg, { font }).render().asPng())
  }
}
