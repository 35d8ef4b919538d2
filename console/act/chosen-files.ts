import type { ChosenFile, ChosenFolder } from './form-values.ts'

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

/**
 * Converts a file name pattern such as `{en,zh-CN}/x-*.md` to a regular expression: braces list alternatives, `*`
 * matches one or more characters other than a slash.
 */
const toExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll('.', String.raw`\.`)
      .replaceAll('*', '[^/]+')
      .replaceAll(/\{([^}]*)\}/g, (_whole, list: string) => `(?:${list.split(',').join('|')})`)}$`,
    'u',
  )

/** Path of a file below the chosen folder, whose own name is the first segment of the browser's path. */
const pathBelow = (path: string): string => path.slice(path.indexOf('/') + 1)

const matchesFolder = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) => toExpression(pattern).test(path))
