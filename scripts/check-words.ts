import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { plainWords } from './plain-words.ts'

export type Fault = { readonly line: number; readonly found: string; readonly instead: string }

/** What people read of a source file, at its own place: comments, and texts of more than one word. Everything else is blank. */
export function keepProse(source: string, name: string): string {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind)
  const pieces: string[] = []
  let end = 0
  const visit = (node: ts.Node): void => {
    const parts = node.getChildren(file).filter((part) => !ts.isJSDoc(part))
    if (parts.length > 0) return parts.forEach(visit)
    const start = node.getStart(file)
    const text = source.slice(start, node.end)
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)
    pieces.push(source.slice(end, start), isText && /\s/.test(text) ? text : text.replaceAll(/\S/g, ' '))
    end = node.end
  }
  visit(file)
  return [...pieces, source.slice(end)].join('')
}

/** Of a document everything but names: what stands as code, and addresses. */
const withoutNames = (markdown: string): string =>
  markdown.replaceAll(/`[^`\n]*`|\]\([^)\s]*\)/g, (name) => ' '.repeat(name.length))

/** Where a text uses a word that has a plainer one. */
export function findWords(source: string, name: string): Fault[] {
  // Most files have none at all, and are not parsed.
  if (!plainWords.some(({ word }) => word.test(source))) return []
  const prose = name.endsWith('.md') ? withoutNames(source) : name.endsWith('.css') ? source : keepProse(source, name)
  return prose.split('\n').flatMap((text, index) =>
    plainWords.flatMap(({ word, instead }) => {
      const found = word.exec(text)?.[0]
      return found === undefined ? [] : [{ line: index + 1, found, instead }]
    }),
  )
}

/** Sentences about every file of the repository at `root` that people read. Migrations stay as they were released. */
export async function checkWords(root: string): Promise<{ files: number; faults: string[] }> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const names = listed
    .split('\n')
    .filter((name) => /\.(?:tsx?|mjs|md|css)$/.test(name) && !/zh-CN|^scripts\/(?:plain|check)-words\./.test(name))
  const faults: string[] = []
  for (const name of names)
    for (const { line, found, instead } of findWords(
      await readFile(path.join(root, name), 'utf8').catch(() => ''),
      name,
    ))
      faults.push(`${name}:${line} says "${found}": write ${instead}`)
  return { files: names.length, faults }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { files, faults } = await checkWords(path.join(import.meta.dirname, '..'))
  for (const fault of faults) console.error(fault)
  console.log(`${files} files, ${faults.length} words that have a plainer one`)
  // No file at all would mean that nothing was read, not that all is well.
  if (faults.length > 0 || files < 500) process.exitCode = 1
}
