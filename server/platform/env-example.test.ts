import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { platforms } from '#shared/codes.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFile(path.join(root, file), 'utf8')

/** The names that a source takes from the environment: `env.NAME`, or NAME as an argument of a reader. */
function settingsIn(source: string): string[] {
  const plain = [...source.matchAll(/\benv[.]([A-Z][A-Z0-9_]+)|(?:[(]|env, |name = )'([A-Z][A-Z0-9_]+)'/g)]
  const made = [...source.matchAll(/`([A-Z0-9_]+)\$\{platform[.]toUpperCase\(\)\}([A-Z0-9_]+)`/g)]
  return [
    ...plain.map(([, property, argument]) => property ?? argument ?? ''),
    ...made.flatMap(([, before, after]) => platforms.map((name) => `${before}${name.toUpperCase()}${after}`)),
  ]
}
const settingsOf = (example: string) => [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? '')
const sorted = (names: readonly string[]) => [...new Set(names)].toSorted()

it('.env.example lists every setting that is read, once, and no other', async () => {
  const files = await Array.fromAsync(glob('server/platform/*config.ts', { cwd: root }))
  const sources = await Promise.all(files.map(read))
  const listed = settingsOf(await read('.env.example'))
  expect(listed.toSorted()).toEqual(sorted(listed))
  expect(sorted(listed)).toEqual(sorted(sources.flatMap(settingsIn)))
})

it('sees every way in which a setting is read', () => {
  const source = `
    const a = env.FIRST || missing('SECOND')
    const b = oneOf(env, 'THIRD', ['DEV', 'PROD'] as const, 'DEV')
    const name = 'FOURTH'
    const c = own('FIFTH_FILE') + { id: 'NOT_A_SETTING' }.id
    const d = \`KEY_\${platform.toUpperCase()}_FILE\``
  expect(settingsIn(source).slice(0, 5)).toEqual(['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH_FILE'])
  expect(settingsIn(source)).toEqual(expect.arrayContaining(['KEY_WEB_FILE', 'KEY_WINDOWS_FILE']))
  expect(settingsIn(source)).not.toContain('NOT_A_SETTING')
  expect(settingsOf('A=1\n#B=\n# C= is prose\n')).toEqual(['A', 'B'])
})
