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
  ['a repetition that can start at every position', String.raw`/[^\s@]+@x/`],
  ['a repetition whose end is searched from every position', String.raw`/\s+$/`],
  ['two adjacent repetitions of the same character', String.raw`/^a*a*b$/`],
  ['a repetition within a repetition', String.raw`/^(a+)+$/`],
  ['a pattern passed to the RegExp constructor', `new RegExp('^(a+)+$')`],
  ['a pattern in a contract schema', `({ pattern: '^(a+)+$' })`],
])('a regular expression that can be slow is found: %s', (_name, code) => {
  expect(findPatterns('planted.ts', `const a = ${code}`)).toMatchObject([{ isSlow: true }])
})
