import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
export type Arrow = { readonly from: string; readonly to: string; readonly imports: number }

export async function countArrows(folder: string): Promise<Arrow[]> {
  const counted = new Map<string, Arrow>()
  for (const file of await Array.fromAsync(glob(`${folder}/**/*.{ts,tsx}`, { cwd: root }))) {
    if (/[.]test[.]tsx?$/.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'([#.][^']+)'/g)) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier)
      const [from, to] = [path.dirname(file), path.dirname(target)]
      if (!target.startsWith(`${folder}/`) || from === to) continue
      const key = `${from} → ${to}`
      counted.set(key, { from, to, imports: (counted.get(key)?.imports ?? 0) + 1 })
    }
  }
  return [...counted.values()].toSorted((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to))
}
