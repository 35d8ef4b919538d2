import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CreateRenderer, Renderer, SiteAssets } from '#shared/site.ts'
import { createVariants, type Variants } from './variants.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

export type SiteBuild = {
  readonly renderer: Renderer
  readonly files: ReadonlyMap<string, Variants>
}

export async function loadSiteBuild(dist: string, headers: Record<string, string>): Promise<SiteBuild> {
  const description = await readFile(join(dist, 'render/assets.json'), 'utf8').catch((error: unknown) => {
    throw new Error(`The pages are not built: ${dist} is empty. Run "node scripts/build.ts".`, { cause: error })
  })
  const { createRenderer } = (await import(pathToFileURL(join(dist, 'render/renderer.js')).href)) as {
    createRenderer: CreateRenderer
  }
  const renderer = await createRenderer(JSON.parse(description) as SiteAssets)
  return { renderer, files: readFiles(join(dist, 'client'), headers) }
}

/**
 * Reads the files of a folder by URL path. Synchronous, because awaiting a thousand files takes longer than reading
 * them.
 */
export function readFiles(folder: string, headers: Record<string, string>): Map<string, Variants> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const found = new Set(names)
  const read = (name: string) => readFileSync(join(folder, name))
  const served = names.filter((name) => !name.startsWith('.') && contentTypes[extname(name)] !== undefined)
  const entries = served.map((name): [string, Variants] => {
    const identity = read(name)
    const [br, gzip] = [`${name}.br`, `${name}.gz`].map((other) => (found.has(other) ? read(other) : null))
    const fileHeaders = {
      ...headers,
      'content-type':
        name === 'speculation-rules.json' ? 'application/speculationrules+json' : (contentTypes[extname(name)] ?? ''),
      // Files under /assets can be cached forever, because their names contain a content hash; other files keep their
      // name.
      'cache-control': name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ...(br && { vary: 'accept-encoding' }),
    }
    const address = `/${name.replaceAll('\\', '/')}`
    if (br && gzip) return [address, createVariants(200, fileHeaders, { br, gzip, identity })]
    const plain = createVariants(200, fileHeaders, { identity })
    return [address, { ...plain, of: () => plain.of('identity') }]
  })
  return new Map(entries)
}
