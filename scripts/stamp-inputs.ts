import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Stamps of an earlier run. `state`: names, sizes and times of change of the files from which a stamp was made. */
type Saved = Record<string, { readonly state: string; readonly stamp: string }>

/** Files changed within this time are read again, because a second change may carry the same time. */
const youngMs = 2_000

/**
 * Hash of Node's version and all input files except tests. Reads the files only if one has another size or time than
 * when `saved` was written: a start spent an eighth of its processor time on reading two thousand unchanged files.
 * Synchronous, because awaiting so many files takes longer than reading them. `now`: milliseconds since 1970.
 */
export function stampInputs(root: string, inputs: readonly string[], saved: string, now = Date.now()): string {
  const files = inputs.flatMap((input) => (input.includes('.') ? [input] : listFiles(root, input)))
  const name = inputs.join(' ')
  const { state, changedAt } = stateOf(root, files)
  const known = readSaved(saved)
  const found = known[name]
  if (found?.state === state) return found.stamp
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  const stamp = hash.digest('hex')
  if (now - changedAt > youngMs) save(saved, { ...known, [name]: { state, stamp } })
  return stamp
}

const mostBuilds = 3

/**
 * Builds again if an input has changed during the build, and returns the stamp of what was built. Otherwise a build with
 * half of an edit would carry the stamp of the sources before it, and be taken for theirs once the edit is undone.
 */
export async function buildSettled(stampOf: () => string, build: () => Promise<void>): Promise<string> {
  for (let round = 1; round <= mostBuilds; round++) {
    const stamp = stampOf()
    await build()
    if (stampOf() === stamp) return stamp
  }
  throw new Error(`Sources changed during each of ${mostBuilds} builds. Start again when they are saved.`)
}

const listFiles = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1))
    .toSorted()

function stateOf(root: string, files: readonly string[]): { state: string; changedAt: number } {
  const hash = createHash('sha256').update(process.version)
  let changedAt = 0
  for (const file of files) {
    // Unlike the time of modification, programs cannot set the time of change back.
    const { size, ctimeMs } = statSync(`${root}/${file}`)
    hash.update(`\0${file}\0${size} ${ctimeMs}`)
    changedAt = Math.max(changedAt, ctimeMs)
  }
  return { state: hash.digest('hex'), changedAt }
}

function readSaved(file: string): Saved {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Saved
  } catch {
    return {}
  }
}

/** A read-only installation reads its files at each start. */
function save(file: string, stamps: Saved): void {
  try {
    writeFileSync(file, JSON.stringify(stamps))
  } catch {}
}
