import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const built = ['dist/server/', 'node_modules/.start/'].map((place) => path.join(import.meta.dirname, '../..', place))

/** Upper limit, larger than any build. Messages in stacks may name files that do not exist; they do not count. */
const maxMaps = 50
const maps = new Map<string, SourceMap | null>()
/** Parsed maps take over 40 MB, so they are released after a minute and reloaded for the next error. */
const keptMs = 60_000

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file)
  if (map === undefined && maps.size < maxMaps && existsSync(file)) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
    } catch {
      // The release was removed while the process runs; bundle positions are better than no stack.
      map = null
    }
    if (maps.size === 0) setTimeout(() => maps.clear(), keptMs).unref()
    maps.set(file, map)
  }
  return map ?? null
}

function fileOf(address: string): string | null {
  try {
    return fileURLToPath(address)
  } catch {
    return null
  }
}

const places = /(file:\/\/[^\s:]+):(\d+):(\d+)/g

/**
 * Maps a bundle's stack to source files and lines. Node's --enable-source-maps loads every map at start and keeps 60
 * MB. `Error.prepareStackTrace` would also run for stacks nobody sees: Node reads the stack of every failed write.
 */
export function mapStack(stack: string): string {
  return stack.replace(places, (said: string, address: string, line: string, column: string) => {
    const file = fileOf(address)
    if (file === null || !built.some((place) => file.startsWith(place))) return said
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return said
    const source = path.join(path.dirname(file), entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}
