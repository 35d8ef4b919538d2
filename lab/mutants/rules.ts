import { glob } from 'node:fs/promises'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

const patterns = ['server/**/*.rules.ts', 'shared/{account-rules,affiliate-terms,commission,money}.ts']

/** Groups files by folder, one run each, because a start takes seconds and each run caches its results. */
export async function groupRules(only: readonly string[]): Promise<Map<string, string[]>> {
  const files = (await Array.fromAsync(glob(patterns, { cwd: root }))).toSorted()
  const wanted = files.filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
  return Map.groupBy(wanted, (file) => path.dirname(file).replaceAll('/', '.'))
}
