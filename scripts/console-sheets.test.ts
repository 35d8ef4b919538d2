import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../console')
/** CSS classes that a second style sheet extends on purpose. */
const shared = new Set(['btn', 'lnk', 'panel', 'crumb', 'effect', 'figs'])

const classesOf = (sheet: string): ReadonlySet<string> =>
  new Set(
    [...sheet.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
      .flatMap(([, selectors = '']) => selectors.split(','))
      .flatMap((selector) => /^\s*[a-z]*\.([a-z][a-z0-9-]*)/.exec(selector)?.[1] ?? []),
  )

it('each console class is defined in one stylesheet, except the listed shared classes', async () => {
  const owners = new Map<string, string[]>()
  for await (const file of glob('**/*.css', { cwd: folder }))
    if (!file.endsWith('.module.css'))
      for (const name of classesOf(await readFile(path.join(folder, file), 'utf8')))
        owners.set(name, [...(owners.get(name) ?? []), file])
  expect(owners.size).toBeGreaterThan(50)
  expect([...owners].filter(([name, files]) => files.length > 1 && !shared.has(name))).toEqual([])
})
