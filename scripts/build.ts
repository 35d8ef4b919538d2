import { existsSync, statSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Manifest } from 'vite'
import type { Language } from '#shared/language.ts'
import type { SiteAssets } from '#shared/site.ts'
import {
  clientConfig,
  consoleConfig,
  enhancerConfig,
  extraFiles,
  islandFiles,
  licencesFile,
  renderConfig,
  scriptOf,
  type BuildMode,
} from './build-bundles.ts'
import { chunkCircle } from './chunk-circle.ts'
import { reachChunk } from './chunk-reach.ts'
import { serverConfig, serverInputs, startConfig, startFolder, startInputs } from './build-server.ts'
import { buildSettled, stampInputs } from './stamp-inputs.ts'

const root = dirname(import.meta.dirname)
const dist = join(root, 'dist')
/**
 * Folder in which this process builds. The finished build is moved into its place as a whole, so that nobody sees a
 * partial one.
 */
const workshop = join(root, `node_modules/.build-${process.pid}`)
const pageInputs = [
  'text',
  'web',
  'console',
  'ui',
  'shared',
  'text',
  'public',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/build-bundles.ts',
  'scripts/chunk-circle.ts',
  'scripts/chunk-reach.ts',
  'scripts/draw-pictures.ts',
  'scripts/make-picture-fonts.ts',
  'package-lock.json',
]

const keptBundles = 5

/** Build mode. `npm run dev` passes this flag to the server too, so that both use the same build. */
const wantedMode = (): BuildMode => (process.argv.includes('--development') ? 'development' : 'production')

async function buildAll(mode: BuildMode): Promise<void> {
  const { build } = await import('vite')
  // Sets NODE_ENV, because React's plugin depends on it and a test may have set another value.
  process.env.NODE_ENV = mode
  await build(await clientConfig(mode, workshop))
  const client = await readManifest('client/.vite/manifest.json')
  await build(
    enhancerConfig(mode, workshop, (script) => {
      const file = client[script]?.file
      if (!file) throw new Error(`no such script: ${script}`)
      return file
    }),
  )
  await build(renderConfig(mode, workshop))
  await build(consoleConfig(mode, workshop))
  await finishBuild()
  const { drawPictures } = await import('./draw-pictures.ts')
  const { makePictureFonts } = await import('./make-picture-fonts.ts')
  // Stores the fonts with the renderer, because the server uses them for group pictures.
  await drawPictures(join(workshop, 'client'), await makePictureFonts(join(workshop, 'render/fonts')))
}

async function finishBuild(): Promise<void> {
  const client = await readManifest('client/.vite/manifest.json')
  const circle = chunkCircle(client)
  if (circle) throw new Error(`scripts import each other in a circle: ${circle.join(' → ')}`)
  const plainIslands = (await islandFiles()).map(scriptOf).filter((script) => script.endsWith('.ts'))
  const heavy = reachChunk(client, ['web/client/prefetch.ts', ...(await extraFiles()), ...plainIslands], 'react')
  if (heavy.length > 0) throw new Error(`plain scripts load React: ${heavy.join(', ')}`)
  const render = await readManifest('render/.vite/manifest.json')
  await mkdir(join(workshop, 'client/assets'), { recursive: true })
  for (const file of await readdir(join(workshop, 'render/assets'))) {
    if (!/\.(js|css)$/.test(file))
      await cp(join(workshop, 'render/assets', file), join(workshop, 'client/assets', file))
  }
  const enhancer = await readManifest('client/.vite/enhancer.json')
  const assets = await describeAssets({ ...client, ...enhancer }, render)
  await writeFile(join(workshop, 'render/assets.json'), JSON.stringify(assets))
  const font = await readFile(join(root, 'node_modules/@fontsource-variable/overpass/LICENSE'), 'utf8')
  for (const folder of ['client', 'console'])
    await appendFile(join(workshop, folder, licencesFile), `\n---\n\n## The font Overpass\n\n${font}`)
  await Promise.all(['client', 'console'].map(compressAll))
}

async function compressAll(folder: string): Promise<void> {
  const files = await readdir(join(workshop, folder), { recursive: true })
  await Promise.all(
    files
      .filter((file) => /\.(js|css|svg|txt|json|webmanifest)$/.test(file))
      .map((file) => compress(join(workshop, folder, file))),
  )
}

async function readManifest(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(workshop, file), 'utf8')) as Manifest
}

async function describeAssets(client: Manifest, render: Manifest): Promise<SiteAssets> {
  const address = (key: string) => `/${client[key]?.file}`
  const withImports = (manifest: Manifest, key: string, skip?: string): string[] => {
    const found = new Set<string>()
    const visit = (at: string) => {
      if (at === skip || found.has(at)) return
      const chunk = manifest[at]
      found.add(at)
      chunk?.imports?.forEach(visit)
      found.delete(at)
      found.add(at)
    }
    visit(key)
    return [...found]
  }
  const cssOf = async (bundle: 'client' | 'render', manifest: Manifest, keys: string[]) => {
    const files = [...new Set(keys.flatMap((key) => manifest[key]?.css ?? []))]
    // Sorts CSS of shared components before page CSS, whatever the order of chunks.
    const isKit = (file: string) => Number(basename(file).startsWith('kit-'))
    files.sort((a, b) => isKit(b) - isKit(a))
    return (await Promise.all(files.map((file) => readFile(join(workshop, bundle, file), 'utf8'))))
      .map((css) => css.trim())
      .join('')
  }

  const renderer = 'web/render/renderer.tsx'
  const styles: Record<string, string> = { '': await cssOf('render', render, withImports(render, renderer)) }
  for (const key of Object.keys(render).filter((name) => name.startsWith('web/pages/'))) {
    const inRenderer = new Set(withImports(render, renderer))
    const own = withImports(render, key, renderer).filter((name) => !inRenderer.has(name))
    styles[basename(key, '.tsx')] = await cssOf('render', render, own)
  }

  const islands: Record<string, SiteAssets['islands'][string]> = {}
  const mount = 'web/islands/mount.ts'
  for (const key of await islandFiles()) {
    const entry = scriptOf(key)
    const entries = entry === key ? [mount, key] : [entry]
    const scripts = (language: Language) => {
      const texts = (client[entry]?.dynamicImports ?? []).filter((name) => name.startsWith(`text/${language}/site/`))
      return [...new Set([...entries, ...[...entries, ...texts].flatMap((name) => withImports(client, name))])].map(
        address,
      )
    }
    islands[basename(key, '.tsx')] = { en: scripts('en'), 'zh-CN': scripts('zh-CN') }
  }

  const account = 'web/account/main.tsx'
  return {
    enhancer: address('web/enhance/main.ts'),
    font: `/${Object.values(render).find((chunk) => chunk.file.endsWith('.woff2'))?.file}`,
    extras: Object.fromEntries((await extraFiles()).map((key) => [basename(key, '.ts'), address(key)])),
    styles,
    islands,
    account: client[account]
      ? {
          scripts: [account, ...withImports(client, account).filter((key) => key !== account)].map(address),
          css: await cssOf('client', client, withImports(client, account)),
        }
      : null,
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}

const stampOfInputs = (inputs: readonly string[]): string =>
  stampInputs(root, inputs, join(root, 'node_modules/.stamps.json'))

/**
 * Replaces `dist` by the new build, but keeps the server bundles in it. Tries again up to five times, because a
 * parallel build may move the folder between two steps.
 */
async function replaceDist(triesLeft = 5): Promise<void> {
  const old = `${workshop}-old`
  try {
    await rename(dist, old).catch(ignoreMissing)
    await rename(workshop, dist)
    await rename(join(old, 'server'), join(dist, 'server')).catch(ignoreMissing)
  } catch (error) {
    if (triesLeft === 0) throw error
    await replaceDist(triesLeft - 1)
  } finally {
    await rm(old, { recursive: true, force: true })
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

export async function ensureBuilt(mode = wantedMode()): Promise<boolean> {
  const stampOf = () => `${mode} ${stampOfInputs(pageInputs)}`
  if ((await readFile(join(dist, 'stamp'), 'utf8').catch(() => '')) === stampOf()) return false
  try {
    const stamp = await buildSettled(stampOf, async () => {
      await rm(workshop, { recursive: true, force: true })
      await buildAll(mode)
    })
    if (mode === 'development') await writeFile(join(workshop, 'client/build.txt'), stamp)
    await writeFile(join(workshop, 'stamp'), stamp)
    await replaceDist()
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
  return true
}

export async function ensureServerBuilt(): Promise<boolean> {
  const folder = join(dist, 'server')
  const stampOf = () => stampOfInputs(serverInputs)
  if ((await readFile(join(folder, 'stamp'), 'utf8').catch(() => '')) === stampOf()) return false
  const { build } = await import('vite')
  try {
    const stamp = await buildSettled(stampOf, async () => void (await build(serverConfig(workshop))))
    await writeFile(join(workshop, 'stamp'), stamp)
    await rm(folder, { recursive: true, force: true })
    await rename(workshop, folder)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
  return true
}

/**
 * Folder of the `npm start` bundles, named by a hash of their inputs, so that nobody sees a partial build or deletes
 * bundles in use.
 */
export const startBundles = (): string => join(root, startFolder, stampOfInputs(startInputs).slice(0, 16))

async function ensureStartBuilt(): Promise<boolean> {
  if (existsSync(startBundles())) return false
  const { build } = await import('vite')
  try {
    // Builds into a temporary folder at the same depth as the final one, because source maps contain relative paths.
    const made = join(workshop, 'start')
    const folder = await buildSettled(startBundles, async () => void (await build(startConfig(made))))
    // Writes a package.json, because the project's own does not apply inside node_modules.
    await writeFile(join(made, 'package.json'), JSON.stringify({ type: 'module' }))
    await mkdir(dirname(folder), { recursive: true })
    await rename(made, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    await removeOldBundles(dirname(folder))
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
  return true
}

/** Deletes old bundles but keeps the newest ones, because a running process may still load parts of them. */
async function removeOldBundles(folders: string): Promise<void> {
  const found = (await readdir(folders)).map((name) => ({ name, madeAt: statSync(join(folders, name)).mtimeMs }))
  for (const { name } of found.toSorted((a, b) => b.madeAt - a.madeAt).slice(keptBundles))
    await rm(join(folders, name), { recursive: true, force: true })
}

/** Run as a program, builds pages and production bundles; with `--start` pages and `npm start` bundles. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const startedAt = performance.now()
  const pages = await ensureBuilt()
  const rest = process.argv.includes('--start') ? await ensureStartBuilt() : await ensureServerBuilt()
  const built = pages || rest
  console.log(built ? `built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s` : 'dist is fresh')
}
