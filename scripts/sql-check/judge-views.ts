import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { readViews } from '#server/db/migrate.ts'

const scripts = ['schema', 'migrations'].map((folder) => path.join(import.meta.dirname, '../../server/db', folder))

/**
 * Checks that changed views have a migration, because only a migration recreates them. The last line `-- views: …` in
 * the schema and the migrations must contain the hash of the views. Returns a sentence if it does not.
 */
export async function judgeViews(views?: readonly string[]): Promise<string[]> {
  const hash = createHash('sha256')
  for (const view of views ?? (await readViews())) hash.update(view)
  const digest = hash.digest('hex').slice(0, 16)
  const named = []
  for (const folder of scripts)
    for (const file of (await readdir(folder)).toSorted())
      named.push(...(await readFile(path.join(folder, file), 'utf8')).matchAll(/^-- views: (\w+)$/gm))
  if (named.at(-1)?.[1] === digest) return []
  return [`server/db/views has changed: add a migration with the line "-- views: ${digest}"`]
}
