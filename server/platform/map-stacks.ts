import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const built = path.join(import.meta.dirname, '../../dist/')

const maps = new Map<string, SourceMap | null>()
/** Read, they take 40 MB and more: they are let go a minute after the first error that needed them, and read again for the next. */
const keptMs = 60_000

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file)
  if (map === undefined && maps.size < maxFiles) {
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

/** More files than any build has: a message that is part of a stack may name what it likes. */
const maxFiles = 50
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
    if (!file?.startsWith(built)) return said
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return said
    const source = path.join(path.dirname(file), entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}
