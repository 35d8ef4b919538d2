import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { buildDemoWallet } from './build-demo-wallet.ts'
import { ensureBuilt, ensureStartBuilt } from './build.ts'

/**
 * `npm start`: the product from bundles, which take a second less to load than its two thousand files, made anew where a source has
 * changed. `--development` runs the sources: `npm run dev` starts them again at each change.
 */
enableCompileCache()
const isDevelopment = process.argv.includes('--development')
const folder = isDevelopment ? null : await ensureStartBuilt()
const entry = folder === null ? './run-product.ts' : path.join(folder, 'run-product.js')
const { runProduct } = (await import(entry)) as typeof import('./run-product.ts')
await runProduct({
  buildPages: ensureBuilt,
  buildDemoWallet,
  simulators: path.join(
    folder ?? path.join(import.meta.dirname, '../simulators'),
    folder === null ? 'main.ts' : 'simulators.js',
  ),
})
