import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildDemoWallet } from './build-demo-wallet.ts'
import { ensureBuilt, startBundles } from './build.ts'

/**
 * `npm start`: runs the product from bundles, which load a second faster than two thousand files. If a source has
 * changed, builds them first. With `--development` (`npm run dev`) and on read-only installations it runs from source.
 */
const root = path.dirname(import.meta.dirname)
let folder =
  process.argv.includes('--development') || !isWritable(path.join(root, 'node_modules')) ? null : startBundles()
// Builds in a separate process, because a build leaves most of a gigabyte of memory allocated. A source that is saved
// during the build gives the folder another name, and one that is saved just after it makes another build necessary.
for (let round = 1; folder !== null && !existsSync(folder) && round <= 3; round++) {
  execFileSync(process.execPath, [path.join(root, 'scripts/build.ts'), '--start'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  folder = startBundles()
}
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
