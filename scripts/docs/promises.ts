import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const places = ['{shared,server,text,web,console,ui,simulators,scripts,lab}/**/*.test.{ts,tsx}', 'tests/**/*.test.ts']
/** Title of a test or of a group of tests, with its indentation. */
const title = /^( *)(?:it|test|describe)(?:\.\w+)*(?:\([^'"`\n]*\))?\(\s*(?:'((?:[^'\\]|\\.)+)'|`([^`]+)`|"([^"]+)")/gm

/** Markdown list of what the tests prove: the titles of each file, indented as the tests are. */
export async function describePromises(): Promise<string> {
  const files = globSync(places, { cwd: root }).toSorted()
  const lists = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(root, file), 'utf8')
      const titles = [...text.matchAll(title)].map(
        ([, indent = '', one, two, three]) => `${indent}- ${(one ?? two ?? three ?? '').replaceAll(/\\(.)/g, '$1')}`,
      )
      return titles.length === 0 ? '' : `## ${file}\n\n${titles.join('\n')}\n`
    }),
  )
  return `# What the tests prove\n\n${lists.filter((list) => list !== '').join('\n')}`
}
