import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Manifest } from 'vite'

const budgets = { firstScreen: 93_200, place: 12_000, textsEditor: 20_000, styles: 8_000 }

const dist = path.join(import.meta.dirname, '../../../dist/console')
let manifest: Manifest
beforeAll(async () => {
  manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
})

const bytesOf = async (files: Iterable<string>) => {
  const sizes = await Promise.all([...files].map((file) => stat(path.join(dist, `${file}.br`))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
function reached(key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const other of manifest[key]?.imports ?? []) reached(other, found)
  return found
}
const filesOf = (keys: Iterable<string>) => new Set([...keys].map((key) => manifest[key]!.file))

it('the first screen of the console needs at most 93.2 kB of script, including React and its texts', async () => {
  const keys = new Set([...reached('console/main.tsx'), ...reached('console/text/zh-CN/shell.ts')])
  expect(await bytesOf(filesOf(keys))).toBeLessThanOrEqual(budgets.firstScreen)
  const names = [...keys].join(' ')
  expect(names, 'schemas, and what forms say, come with what needs them').not.toMatch(
    /registry|typebox|acting|catalogue/,
  )
})

it('the texts of actions in one language do not load those in another', () => {
  expect([...reached('text/en/catalogue.ts')].join(' ')).not.toMatch(/zh-cn/i)
  expect([...reached('text/zh-CN/catalogue.ts')].join(' ')).not.toMatch(/\ben\b/)
})

it('each console page adds at most 12 kB of script including its texts, and the text editor 20 kB', async () => {
  const shared = new Set([
    ...reached('console/main.tsx'),
    ...reached('console/client/registry-data.ts'),
    ...Object.keys(manifest).filter((key) => /^_(?:act|vocabulary|display|action-traits)-/.test(key)),
  ])
  const pages = Object.keys(manifest).filter((key) => /^console\/(?:places\/[^/]+|act|shell)\/[^/]+[.]tsx$/.test(key))
  expect(pages.length).toBeGreaterThan(2)
  for (const page of pages) {
    const place = /^console\/places\/([^/]+)/.exec(page)?.[1]
    const text = place ? `console/text/zh-CN/places/${place}.ts` : ''
    const keys = [...reached(page), ...(manifest[text] ? [text] : [])].filter((key) => !shared.has(key))
    const budget = page === 'console/places/texts/editor.tsx' ? budgets.textsEditor : budgets.place
    expect(await bytesOf(filesOf(keys)), page).toBeLessThanOrEqual(budget)
  }
})

it('all console styles together are at most 8 kB', async () => {
  const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  expect(files.size).toBeGreaterThan(0)
  expect(await bytesOf(files)).toBeLessThanOrEqual(budgets.styles)
})

it('no script of the console contains a TypeBox schema', async () => {
  const files = filesOf(Object.keys(manifest).filter((key) => manifest[key]!.file.endsWith('.js')))
  for (const file of files) {
    const script = await readFile(path.join(dist, file), 'utf8')
    expect(script, file).not.toMatch(/Symbol[.]for\(["'`]TypeBox|~kind/)
  }
})
