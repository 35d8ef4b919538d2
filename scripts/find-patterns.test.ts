import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findPatterns, patternsIn } from './find-patterns.ts'

const root = path.join(import.meta.dirname, '..')

it('no regular expression of the server or shared code is vulnerable to catastrophic backtracking', () => {
  const files = globSync('{shared,server}/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const patterns = patternsIn(root, files)
  expect(patterns.length).toBeGreaterThan(150)
  expect(patterns.filter(({ isSlow }) => isSlow).map(({ place, source }) => `${place} ${source}`)).toEqual([])
})

it.each([
  ['a start at each place', String.raw`/[^\s@]+@x/`],
  ['an end that is looked for from each place', String.raw`/\s+$/`],
  ['two parts that share a text', String.raw`/^a*a*b$/`],
  ['a repeat in a repeat', String.raw`/^(a+)+$/`],
  ['the same by a constructor', `new RegExp('^(a+)+$')`],
  ['the same in a contract', `({ pattern: '^(a+)+$' })`],
])('a regular expression that can be slow is found: %s', (_name, code) => {
  expect(findPatterns('planted.ts', `const a = ${code}`)).toMatchObject([{ isSlow: true }])
})
