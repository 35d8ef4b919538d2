import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { failStart } from '#server/platform/process.ts'
import { buildDemoWallet } from './build-demo-wallet.ts'
import { ensureBuilt, ensureStartBuilt } from './build.ts'

/**
 * `npm start`: the product from bundles, which take a second less to load than its two thousand files, made anew where a source has
 * changed. Sources run with `--development` (`npm run dev` starts them again at each change) and where nothing can be written.
 */
enableCompileCache()
const folder = process.argv.includes('--development') ? null : await ensureStartBuilt().catch(sourcesWhereUnwritable)
const entry = path.join(folder ?? import.meta.dirname, folder === null ? 'run-product.ts' : 'run-product.js')
const { runProduct } = (await import(pathToFileURL(entry).href)) as typeof import('./run-product.ts')
await runProduct({
  buildPages: ensureBuilt,
  buildDemoWallet,
  simulators: path.join(
    folder ?? path.join(import.meta.dirname, '../simulators'),
    folder === null ? 'main.ts' : 'simulators.js',
  ),
})

function sourcesWhereUnwritable(error: NodeJS.ErrnoException): null {
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return null
  return failStart(error)
}
