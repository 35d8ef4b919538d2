import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')

it('every CSS variable in use is defined', () => {
  const defined = new Set<string>()
  const used = new Map<string, string>()
  for (const file of globSync('{ui,text,web,console,public}/**/*.{css,svg,ts,tsx}', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(--[a-z][\w-]*)['"]?:/g)) defined.add(name)
    for (const [, name = ''] of text.matchAll(/var\((--[a-z][\w-]*)\)/g)) used.set(name, file)
  }
  expect(used.size).toBeGreaterThan(50)
  expect([...used].filter(([name]) => !defined.has(name))).toEqual([])
})
