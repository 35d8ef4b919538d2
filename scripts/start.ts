import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildDemoWallet } from './build-demo-wallet.ts'
import { ensureBuilt, startBundles } from './build.ts'

/**
 * `npm start`: the product from bundles, which take a second less to load than its two thousand files, made anew where a source has
 * changed. Sources run with `--development` (`npm run dev` starts them again at each change) and where nothing can be written.
 */
enableCompileCache()
const root = path.dirname(import.meta.dirname)
const folder =
  process.argv.includes('--development') || !isWritable(path.join(root, 'node_modules')) ? null : startBundles()
// In a process of its own: what builds takes most of a gigabyte, which would stay.
if (folder !== null && !existsSync(folder))
  execFileSync(process.execPath, [path.join(root, 'scripts/build.ts'), '--start'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const entry = path.join(folder ?? import.meta.dirname, folder === null ? 'run-product.ts' : 'run-product.js')
const { runProduct } = (await import(pathToFileURL(entry).href)) as typeof import('./run-product.ts')
await runProduct({
  buildPages: ensureBuilt,
  buildDemoWallet,
  simulators: path.join(folder ?? path.join(root, 'simulators'), folder === null ? 'main.ts' : 'simulators.js'),
})

function isWritable(place: string): boolean {
  try {
    accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}
