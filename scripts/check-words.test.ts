import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkWords, findWords } from './check-words.ts'

const found = (source: string, name = 'a.ts') => findWords(source, name).map((fault) => fault.found)

it('finds an old word in a comment, a test title, a message, a page and a document', () => {
  expect(found('/** Nobody is told. */\nexport const a = 1\n')).toEqual(['Nobody'])
  expect(found("it('belongs to whoever asks', () => {})")).toEqual(['whoever'])
  expect(found('throw new Error(`${name} is somebody else’s`)')).toEqual(['somebody'])
  expect(found('export const a = <p>For everybody here</p>', 'a.tsx')).toEqual(['everybody'])
  expect(found('A friend of old.', 'a.md')).toEqual(['of old'])
  expect(found('/** Answers how many there are. */')).toEqual(['Answers '])
})

it('names the line of the word and what to write in its place', () => {
  expect(findWords('const a = 1\n// The end thereof.\n', 'a.ts')).toEqual([
    { line: 2, found: 'thereof', instead: 'of it, in it' },
  ])
})

it('leaves names in code alone, and texts of a single word', () => {
  expect(found("const nobody = find('nobody')\nexport const till = nobody.key\n")).toEqual([])
  expect(found('See `nobody` and [why](an-outage-logs-nobody-out.md).', 'a.md')).toEqual([])
  expect(found('/** Answers HEAD without a body. */\n/** No letter, digit or sign. */')).toEqual([])
})

it('refuses a repository in which one file says an old word', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wayfare-words-'))
  try {
    execFileSync('git', ['init', '-q'], { cwd: folder })
    await writeFile(path.join(folder, 'plain.md'), 'No one is told.\n')
    expect(await checkWords(folder)).toEqual({ files: 1, faults: [] })
    await writeFile(path.join(folder, 'planted.ts'), '\n// Somebody was here.\n')
    expect(await checkWords(folder)).toEqual({
      files: 2,
      faults: ['planted.ts:2 says "Somebody": write someone, or say who'],
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
