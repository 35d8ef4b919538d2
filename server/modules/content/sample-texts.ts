import { glob, readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { parseFile, type ParsedText } from './content-files.rules.ts'

/** Folder of the texts and lists that come with the product. */
export const contentFolder = path.join(path.dirname(findPackageJSON(import.meta.url) ?? '.'), 'content')

let read: Promise<readonly ParsedText[]> | undefined
/**
 * Texts that come with the product, in both languages. They are read once, because a release never changes its files.
 */
export const readShippedTexts = (): Promise<readonly ParsedText[]> => (read ??= readFiles())

async function readFiles(): Promise<readonly ParsedText[]> {
  const names = (await Array.fromAsync(glob('{en,zh-CN}/*/*.md', { cwd: contentFolder }))).toSorted()
  const texts = await Promise.all(
    names.map(async (name) =>
      parseFile({ path: name.replaceAll('\\', '/'), text: await readFile(path.join(contentFolder, name), 'utf8') }),
    ),
  )
  return texts.flat()
}

/** Shipped texts with which an operator can begin. Texts of the demo are left out, because a real shop rejects them. */
export const listSamples = async (): Promise<readonly ParsedText[]> =>
  (await readShippedTexts()).filter(({ demo }) => !demo)
