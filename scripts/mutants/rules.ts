import { glob } from 'node:fs/promises'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** What is changed: every rule of the server, and the rules that both sides share. */
const patterns = ['server/**/*.rules.ts', 'shared/{account-rules,affiliate-terms,money}.ts']

/** The files of one folder are changed in one run: a run starts in seconds, and each has its own memory of results. */
export async function groupRules(only: readonly string[]): Promise<Map<string, string[]>> {
  const files = (await Array.fromAsync(glob(patterns, { cwd: root }))).toSorted()
  const wanted = files.filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
  return Map.groupBy(wanted, (file) => path.dirname(file).replaceAll('/', '.'))
}
