import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { journeys } from './journeys.ts'

const root = path.join(import.meta.dirname, '../..')

it.each(Object.entries(journeys))('the journey "%s" begins at functions that there are', async (_name, entries) => {
  for (const [file, name] of entries) {
    const text = await readFile(path.join(root, file), 'utf8')
    // Declared, or the property of a handler or a job.
    const declared = new RegExp(`(?:function|const) ${name}\\b|\\b${name}\\s*[:(]|'${name}'\\s*:`)
    expect(declared.test(text), `${name} in ${file}`).toBe(true)
  }
})
