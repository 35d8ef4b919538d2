import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const built = path.join(import.meta.dirname, '../../dist/server')
/** V8 writes it as it stands in a stack; Node's types do not say so. */
type Site = NodeJS.CallSite & { toString(): string }

const maps = new Map<string, SourceMap | null>()
/** Read, they take 40 MB and more: they are let go a minute after the first error that needed them, and read again for the next. */
const keptMs = 60_000

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file)
  if (map === undefined) {
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
    } catch {
      // A release that was removed under a running process: places in the bundle are better than no stack.
      map = null
    }
    if (maps.size === 0) setTimeout(() => maps.clear(), keptMs).unref()
    maps.set(file, map)
  }
  return map
}

/** `at pay (file:///…/dist/server/main.js:812:9)` with the place in the source instead, where a map knows it. */
function describeSite(site: Site): string {
  const said = site.toString()
  const address = site.getFileName()
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
  if (!address?.startsWith('file:') || line === null || column === null) return said
  const file = fileURLToPath(address)
  if (path.dirname(file) !== built) return said
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return said
  const source = path.join(built, entry.originalSource)
  return said.replace(`${address}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

/**
 * Errors of a bundle name the file and line of their source. Node's own --enable-source-maps does so too, but reads every map
 * at the start and keeps it: 60 MB for what most processes never show. Here a map is read for the first error that needs it.
 */
export function mapStacks(): void {
  Error.prepareStackTrace = (error, sites) =>
    [Error.prototype.toString.call(error), ...sites.map((site) => `    at ${describeSite(site)}`)].join('\n')
}
