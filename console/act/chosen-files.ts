import type { ChosenFile, ChosenFolder } from './form-values.ts'
import { matchesFolder, pathBelow } from './match-folder.ts'

export async function readChosen(file: File, as: 'text' | 'base64'): Promise<ChosenFile> {
  if (as === 'text') return { name: file.name, content: await file.text() }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { name: file.name, content: btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')) }
}

export async function readFolder(files: readonly File[], patterns: readonly string[]): Promise<ChosenFolder> {
  const wanted = files
    .map((file) => ({ file, path: pathBelow(file.webkitRelativePath) }))
    .filter(({ path }) => matchesFolder(patterns, path))
  return Promise.all(wanted.map(async ({ file, path }) => ({ path, text: await file.text() })))
}
