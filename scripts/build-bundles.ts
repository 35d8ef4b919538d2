import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'

/** The bundles of a build as Vite is told them; each goes to a folder of its own below `out`. */
const root = dirname(import.meta.dirname)

/** Whose work is in the scripts beside it, with the texts of their licences: those who pass copies on have to name them. */
export const licencesFile = 'licences.txt'

export type BuildMode = 'production' | 'development'

/** Scripts of single pages and rare occasions, in plain TypeScript. */
const extrasFolder = 'web/enhance/lazy'

/** Rooms of `web` that every page may need a part of. */
export const commonRooms = ['client', 'display', 'forms']
const rooms = commonRooms.join('|')
const plain = new RegExp(String.raw`/(?:web/(?:${rooms})|ui)/[^/?]*\.ts$|/shared/[^?]*\.ts$|/ui/toast\.`)
const notPlain =
  /\/web\/\w+\/(?:use-|lazy-|session\.|[a-z-]+-query\.)|\/ui\/(?:ask|phone-countries)\.|\/shared\/qr-path\./
/**
 * Plain TypeScript of what every page may need; hooks and components are elsewhere by their names. What stands in
 * `web/payment` and `web/share` belongs to a few islands, and brings React.
 */
export const isPlain = (id: string) => plain.test(id) && !notPlain.test(id)
/** Dialogs and the like come with who opens them, and what asks who is here brings queries: a form to log in has none. */
const kit = new RegExp(
  String.raw`/(?:web/(?:islands|${rooms})|ui)/(?!dialog(?!(?:-form)?\.module)|copy-field|skeleton|empty|listing|table\.tsx|steps|choice|textual|use-editor|proof-fields|way-back|running-out|ended-plate|first-ride|qr-|phone-countries)`,
)
const usesQueries = /\/(?:query-client|session|(?!first-ride)[a-z-]+-query)\.tsx?$/

/** What several entries share, in few files: a dozen crumbs would cost more requests and compress worse. */
const sharedChunks = [
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler)\//,
    priority: 3,
  },
  // All that scripts of pages without a form need.
  {
    name: 'light',
    test: /\/web\/client\/(?:browser-storage|campaign-parameters|marketing|storage-keys)\.ts$|\/shared\/(?:affiliate-terms|money)\.ts$/,
    minShareCount: 2,
    priority: 3,
  },
  // What a door to the account needs of every visitor: without the client that makes calls.
  {
    name: 'door',
    test: /\/web\/client\/(?:api-error|campaign-origin|fill-invite-code|login-return|tokens)\.ts$|\/shared\/codes\.ts$/,
    minShareCount: 2,
    priority: 3,
  },
  { name: 'query', test: (id: string) => id.includes('/@tanstack/') || usesQueries.test(id), priority: 2 },
  // Without React, as `base` is, which stands on it: pages that only fetch ahead load these and no more.
  {
    name: 'start',
    test: /rolldown\/runtime|vite\/preload-helper|@oxc-project[/+]runtime|\/web\/client\/(?:api-host|page-data|time-limit)\.ts$|\/shared\/site\.ts$/,
    priority: 4,
  },
  { name: 'base', test: isPlain, minShareCount: 2, priority: 2 },
  // What buying alone and buying in a group share.
  {
    name: 'pay',
    test: /\/web\/payment\/(?:lazy-dialog|method-mark|offer|open-payment|paying-texts|place-order|purchase-key|sign-in-sheet)\.tsx?$/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'kit',
    test: kit,
    minShareCount: 2,
    priority: 1,
  },
]

/** The shortest digest that the bundler makes for so many files: pages and scripts that name others are smaller for it. */
const named = 'assets/[name]-[hash:7].js'

/** React by itself, because it changes the least; what places share of forms and lists in one file. */
const consoleChunks = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
  { name: 'start', test: /rolldown\/runtime|vite\/preload-helper|@oxc-project[/+]runtime/, priority: 4 },
  {
    name: 'act',
    test: /\/console\/(?:act|list)\/(?!icon|note|failure|skeleton|mark|use-title|field-error|dialog|output-line|head)/,
    minShareCount: 2,
    priority: 1,
  },
]

/** The browser's scripts: what the enhancer loads, every island, the account area. */
export async function clientConfig(mode: BuildMode, out: string): Promise<InlineConfig> {
  const entries = ['web/islands/mount.ts', ...(await islandFiles()).map(scriptOf), ...(await extraFiles())]
  for (const optional of ['web/account/main.tsx', 'web/client/prefetch.ts'])
    if (existsSync(join(root, optional))) entries.push(optional)
  return {
    root,
    mode,
    logLevel: 'error',
    // React's own warnings, hydration among them, in a development build.
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: {
      outDir: join(out, 'client'),
      manifest: true,
      license: { fileName: licencesFile },
      minify: mode === 'production',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: entries,
        preserveEntrySignatures: 'allow-extension',
        output: {
          // Pages list all that they may load: what is shared goes without its name, which is in the manifest.
          chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? named : 'assets/[hash:7].js'),
          entryFileNames: named,
          codeSplitting: { groups: sharedChunks, includeDependenciesRecursively: false },
        },
      },
    },
  }
}

/** The operators' console: a folder of its own, so that nothing of it is served with the site. */
export const consoleConfig = (mode: BuildMode, out: string): InlineConfig => ({
  root,
  mode,
  logLevel: 'error',
  publicDir: false,
  // Style sheets name fonts beside them, and scripts each other, wherever the server puts the folder.
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

/** Puts the names of built scripts into the enhancer's list of them. */
const nameLazyScripts = (fileOf: (script: string) => string): Plugin => ({
  name: 'lazy-scripts',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/web/enhance/lazy-scripts.ts')
      ? code.replaceAll(/'(web\/[a-z/-]+\.ts)'/g, (_, script: string) => `'./${basename(fileOf(script))}'`)
      : null,
})

/** The enhancer, apart, so that it is one file whatever it shares with the others. `fileOf`: of a script that is built already. */
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

/** Each part of the kit's CSS by itself, so that pages take only what they use and it can go before their own. */
const kitChunks = {
  debugName: 'kit',
  name: (id: string) => `kit-${basename(id, '.css')}`,
  test: /\/ui\/[a-z-]+\.css$/,
}

/** The renderer: pages and React's server half in one bundle that Node runs. */
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

/** What runs a part in the browser: the plain script beside it where there is one, else its component by React. */
export function scriptOf(island: string): string {
  const plainScript = island.replace(/x$/, '')
  return existsSync(join(root, plainScript)) ? plainScript : island
}

export async function extraFiles(): Promise<string[]> {
  return (await readdir(join(root, extrasFolder)))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `${extrasFolder}/${file}`)
}
