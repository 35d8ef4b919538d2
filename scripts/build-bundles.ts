import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'

/**
 * This file contains the Vite configurations of the browser bundles and the renderer, which are written to folders
 * below `out`.
 */
const root = dirname(import.meta.dirname)

/** File with authors and licences of bundled packages, as the licences require for copies. */
export const licencesFile = 'licences.txt'

export type BuildMode = 'production' | 'development'

/** Folder of scripts for single pages and rare events, in plain TypeScript. */
const extrasFolder = 'web/enhance/lazy'

export const commonRooms = ['client', 'display', 'forms']
const rooms = commonRooms.join('|')
const plain = new RegExp(String.raw`/(?:web/(?:${rooms})|ui)/[^/?]*\.ts$|/shared/[^?]*\.ts$|/ui/toast\.`)
const notPlain =
  /\/web\/\w+\/(?:use-|lazy-|session\.|session-name\.|display-bytes\.|describe-connection\.|[a-z-]+-query\.)|\/ui\/(?:ask|phone-countries|save-file|use-modal|use-copy)\.|\/shared\/(?:countries|csv|qr-path|server-locations)\./
/**
 * True for plain TypeScript that any page may need. `web/payment` and `web/share` are left out, because few islands use
 * them and they need React.
 */
export const isPlain = (id: string) => plain.test(id) && !notPlain.test(id)
/**
 * Matches shared React components. Leaves out dialogs and similar parts, which are bundled with their users, and
 * session code, which needs queries that sign-in forms do not use.
 */
const kit = new RegExp(
  String.raw`/(?:web/(?:islands|${rooms})|ui)/(?!dialog(?!(?:-form)?\.module)|copy-field|link-field|skeleton|empty|listing|table\.tsx|steps|choice|textual|use-modal|use-copy|use-editor|use-arrival|session-name|proof-fields|recovery-warning|running-out|display-bytes|describe-connection|ended-plate|first-ride|sessions-query|qr-|phone-countries)`,
)
/** Lists that load more rows, with their part of the query library. Checkout has none. */
const longLists = /\/@tanstack\/.+\/(?:infiniteQueryObserver|useInfiniteQuery)[.]js$|\/web\/display\/listing\./
const usesQueries = /\/(?:query-client|session|(?!first-ride|sessions)[a-z-]+-query)\.tsx?$/

/** Returns a test whether a file is one of these files or in one of these folders, by paths from the root. */
const inside =
  (...places: readonly string[]) =>
  (id: string): boolean =>
    places.some((place) => id.startsWith(join(root, place)))

/** Chunks that group shared code into few files: many small ones would cost more requests and compress worse. */
const sharedChunks = [
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler)\//,
    priority: 3,
  },
  // Chunk with the shared code of scripts for pages without a form.
  {
    name: 'light',
    test: /\/ui\/browser-storage\.ts$|\/web\/client\/(?:campaign-parameters|marketing|storage-keys)\.ts$|\/shared\/(?:affiliate-terms|commission|money)\.ts$/,
    minShareCount: 2,
    priority: 3,
  },
  // Chunk that sign-in pages need for every visitor; it leaves out the API client.
  {
    name: 'door',
    test: /\/web\/client\/(?:api-error|campaign-origin|login-return|tokens)\.ts$|\/shared\/api-values\.ts$/,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'query',
    test: (id: string) => (id.includes('/@tanstack/') && !longLists.test(id)) || usesQueries.test(id),
    priority: 2,
  },
  { name: 'lists', test: longLists, minShareCount: 2, priority: 2 },
  // Chunk without React on which the chunk `base` builds. Pages that only prefetch load just these two.
  {
    name: 'start',
    test: /rolldown\/runtime|vite\/preload-helper|@oxc-project[/+]runtime|\/web\/client\/(?:api-host|page-data|time-limit)\.ts$|\/shared\/site\.ts$/,
    priority: 4,
  },
  { name: 'base', test: isPlain, minShareCount: 2, priority: 2 },
  {
    name: 'pay',
    test: /\/web\/payment\/(?:lazy-dialog|method-mark|offer-prices|open-payment|paying-texts|place-order|purchase-key|sign-in-sheet)\.tsx?$/,
    minShareCount: 2,
    priority: 1,
  },
  // Keeps copying in one file, although the dialog of recovery codes uses only a part of it.
  { name: 'copy', test: /\/ui\/(?:copy-field\.tsx|use-copy\.ts)$/, minShareCount: 2, priority: 2 },
  {
    name: 'kit',
    test: kit,
    minShareCount: 2,
    priority: 1,
  },
]

/** File names with the shortest hash that the bundler offers for this many files, because every page lists them. */
const named = 'assets/[name]-[hash:7].js'

type Modules = { readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null }

/** Parts of the query library that only forms use. Its index imports them, so they seem to be part of the first screen. */
const queriesOfForms = /\/@tanstack\/.+\/(?:useQueries|queriesObserver)[.]js$/

/** Chunk of everything that the console's entry imports statically, because one file compresses better than several. */
function firstScreen(id: string, modules: Modules): string | null {
  if (queriesOfForms.test(id)) return null
  const entry = join(root, 'console/main.tsx')
  const reaches = (from: string, seen: Set<string>): boolean => {
    if (from === entry) return true
    if (seen.has(from)) return false
    seen.add(from)
    return (modules.getModuleInfo(from)?.importers ?? []).some((importer) => reaches(importer, seen))
  }
  return reaches(id, new Set()) ? 'first' : null
}

/**
 * Chunks of the console. React is separate, because it rarely changes; shared forms and lists are in one file, and
 * `console/frame` is part of the first screen.
 */
const consoleChunks = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
  { name: 'start', test: /rolldown\/runtime|vite\/preload-helper|@oxc-project[/+]runtime/, priority: 4 },
  { name: firstScreen, priority: 2 },
  {
    name: 'act',
    test: inside('console/act/', 'console/list/', 'ui/use-copy.ts', 'ui/save-file.ts'),
    minShareCount: 2,
    priority: 1,
  },
]

type Chunk = { readonly type: string; readonly imports?: readonly string[] }

/**
 * Plugin and setting that load the parts of a lazy script ahead, except those that the script which asks for it has
 * loaded already. Their names, which are random and do not compress, would take 0.4 kB of the price page.
 */
function lazyParts() {
  let bundle: Readonly<Record<string, Chunk>> = {}
  const plugin: Plugin = {
    name: 'lazy-parts',
    enforce: 'pre',
    generateBundle: (_options, made) => void (bundle = made),
  }
  const resolveDependencies = (file: string, parts: string[], { hostId }: { hostId: string }): string[] => {
    const loaded = reachedFrom(hostId, bundle)
    const missing = parts.filter((part) => !loaded.has(part))
    return missing.length === 1 && missing[0] === file ? [] : missing
  }
  return { plugin, modulePreload: { polyfill: false, resolveDependencies } }
}

/** Files that are loaded when the script `file` runs: itself and all that it imports statically, also through others. */
export function reachedFrom(file: string, bundle: Readonly<Record<string, Chunk>>): ReadonlySet<string> {
  const reached = new Set([file])
  for (const found of reached) for (const next of bundle[found]?.imports ?? []) reached.add(next)
  return reached
}

export async function clientConfig(mode: BuildMode, out: string): Promise<InlineConfig> {
  const entries = ['web/islands/mount.ts', ...(await islandFiles()).map(scriptOf), ...(await extraFiles())]
  for (const optional of ['web/account/main.tsx', 'web/client/prefetch.ts'])
    if (existsSync(join(root, optional))) entries.push(optional)
  const { plugin, modulePreload } = lazyParts()
  return {
    root,
    mode,
    logLevel: 'error',
    plugins: [plugin],
    // Compiles React with its warnings, such as hydration errors, into development builds.
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      outDir: join(out, 'client'),
      manifest: true,
      license: { fileName: licencesFile },
      minify: mode === 'production',
      modulePreload,
      rolldownOptions: {
        input: entries,
        preserveEntrySignatures: 'allow-extension',
        output: {
          // Names shared chunks by their hash only, because pages list every script; the full name is in the manifest.
          chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? named : 'assets/[hash:7].js'),
          entryFileNames: named,
          codeSplitting: { groups: sharedChunks, includeDependenciesRecursively: false },
        },
      },
    },
  }
}

/** Configuration of the operator console, built into its own folder so that the site never serves it. */
export const consoleConfig = (mode: BuildMode, out: string): InlineConfig => ({
  root,
  mode,
  logLevel: 'error',
  publicDir: false,
  // Uses relative URLs between files, so that the server may serve the folder under any path.
  base: './',
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  build: {
    outDir: join(out, 'console'),
    manifest: true,
    license: { fileName: licencesFile },
    minify: mode === 'production',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['console/main.tsx'],
      output: {
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: { groups: consoleChunks, includeDependenciesRecursively: false },
      },
    },
  },
})

const nameLazyScripts = (fileOf: (script: string) => string): Plugin => ({
  name: 'lazy-scripts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/web/enhance/lazy-scripts.ts')
      ? code.replaceAll(/'(web\/[a-z/-]+\.ts)'/g, (_, script: string) => `'./${basename(fileOf(script))}'`)
      : null,
})

/**
 * Configuration of the enhancer, built separately as a single file, so that it shares no chunks. `fileOf` returns the
 * built file of a script.
 */
export const enhancerConfig = (mode: BuildMode, out: string, fileOf: (script: string) => string): InlineConfig => ({
  root,
  mode,
  logLevel: 'error',
  publicDir: false,
  plugins: [nameLazyScripts(fileOf)],
  build: {
    outDir: join(out, 'client'),
    emptyOutDir: false,
    manifest: '.vite/enhancer.json',
    minify: mode === 'production',
    modulePreload: false,
    rolldownOptions: { input: ['web/enhance/main.ts'], output: { format: 'es', entryFileNames: named } },
  },
})

/** Splits the CSS of shared components by part, so that pages include only what they use, before their own CSS. */
const kitChunks = {
  debugName: 'kit',
  name: (id: string) => `kit-${basename(id, '.css')}`,
  test: /\/ui\/[a-z-]+\.css$/,
}

export const renderConfig = (mode: BuildMode, out: string): InlineConfig => ({
  root,
  mode,
  logLevel: 'error',
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  ssr: { noExternal: true },
  build: {
    outDir: join(out, 'render'),
    ssr: true,
    manifest: true,
    ssrEmitAssets: true,
    cssCodeSplit: true,
    minify: mode === 'production',
    target: 'node20',
    rolldownOptions: {
      input: { renderer: 'web/render/renderer.tsx' },
      output: { entryFileNames: '[name].js', codeSplitting: { groups: [kitChunks] } },
    },
  },
})

export async function islandFiles(): Promise<string[]> {
  return (await readdir(join(root, 'web/islands')))
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => `web/islands/${file}`)
}

/**
 * Browser script of an island: the plain script (`.ts`) next to its component if there is one, otherwise the React
 * component.
 */
export function scriptOf(island: string): string {
  const plainScript = island.replace(/x$/, '')
  return existsSync(join(root, plainScript)) ? plainScript : island
}

export async function extraFiles(): Promise<string[]> {
  return (await readdir(join(root, extrasFolder)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${extrasFolder}/${file}`)
}
