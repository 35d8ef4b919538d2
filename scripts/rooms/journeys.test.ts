import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { journeys } from './journeys.ts'
import { testFile } from './run-plainly.ts'

const root = path.join(import.meta.dirname, '../..')

it.each(Object.entries(journeys))(
  'the journey "%s" begins at functions that exist, and a test goes it',
  async (_name, { entries, test }) => {
    for (const [file, name] of entries) {
      const text = await readFile(path.join(root, file), 'utf8')
      const declared = new RegExp(`(?:function|const) ${name}\\b|\\b${name}\\s*[:(]|'${name}'\\s*:`)
      expect(declared.test(text), `${name} in ${file}`).toBe(true)
    }
    expect(await readFile(path.join(root, testFile), 'utf8')).toContain(`it('${test}'`)
  },
)
