import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Writes a generated file if it differs; `--check` only reports that it is stale. */
export async function writeGenerated(place: string, wanted: string, command: string): Promise<void> {
  const file = path.join(import.meta.dirname, '..', place)
  if ((await readFile(file, 'utf8').catch(() => '')) === wanted) return
  if (process.argv.includes('--check')) {
    console.error(`${place} is stale: run \`${command}\` and commit it.`)
    process.exitCode = 1
  } else {
    await writeFile(file, wanted)
    console.log(`${place} written`)
  }
}
