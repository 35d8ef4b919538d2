import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where bundles are: what production runs, and what `npm start` does. */
const built = ['dist/server/', 'node_modules/.start/'].map((place) => path.join(import.meta.dirname, '../..', place))

/** More than any build has. What a message names, which is part of a stack, may not be there at all, and counts for nothing. */
const maxMaps = 50
const maps = new Map<string, SourceMap | null>()
/** Read, they take 40 MB and more: they are let go a minute after the first error that needed them, and read again for the next. */
const keptMs = 60_000

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file)
  if (map === undefined && maps.size < maxMaps && existsSync(file)) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
    } catch {
      // A release that was removed under a running process: places in the bundle are better than no stack.
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

/** In a stack: the file, the line and the column of a call. */
const places = /(file:\/\/[^\s:]+):(\d+):(\d+)/g

/**
 * A stack of a bundle with the files and lines of its sources, as it is to be shown. Node's own --enable-source-maps does so for
 * all, but reads every map at the start and keeps it: 60 MB for what most processes never show. `Error.prepareStackTrace` would
 * be asked for stacks that no one sees: Node looks at the one of each write that fails.
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
