import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const built = ['dist/server/', 'node_modules/.start/'].map((place) => path.join(import.meta.dirname, '../..', place))

/**
 * Maximum number of cached source maps, more than any build has. Error messages may name files that do not exist; those
 * are cached too.
 */
const maxMaps = 50
const maps = new Map<string, SourceMap | null>()
/**
 * Time that source maps stay in memory. They take over 40 MB, so they are released after a minute and loaded again for
 * the next error.
 */
const keptMs = 60_000

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file)
  if (map === undefined && maps.size < maxMaps && existsSync(file)) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
    } catch {
      // The release was removed while the process runs. A stack with positions in the bundle is better than none.
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
 * Maps a stack of the bundle to source files and lines. Replaces Node's --enable-source-maps, which loads every map at
 * start and keeps 60 MB. Replaces `Error.prepareStackTrace`, which would also run for stacks that nobody sees, since
 * Node reads the stack of every failed write.
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
