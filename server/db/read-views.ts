import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'views')

/** Scripts of all views. Views are dropped and recreated, so their columns may change, and granted to the application. */
export async function readViews(): Promise<string[]> {
  const files = (await readdir(folder)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const name = path.basename(file, '.sql').replaceAll('-', '_')
      const definition = await readFile(path.join(folder, file), 'utf8')
      return `drop view if exists ${name};\n${definition}\ngrant select on ${name} to wayfare_app;`
    }),
  )
}
