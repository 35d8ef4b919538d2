import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from '../build.ts'
import { exceptions } from './exceptions.ts'
import { findNewerCss } from './find-newer-css.ts'
import { findNewer, type Newer } from './find-newer.ts'
import { consoleFloor, floor, listBuiltIns } from './newer-than-floor.ts'

/**
 * Fails if a script or style sheet of the site, the account area or the console, libraries included, needs a newer
 * browser than the oldest supported one.
 */
await ensureBuilt()
const read = async (folder: string, ending: string): Promise<Map<string, string>> => {
  const at = path.join(import.meta.dirname, '../../dist', folder, 'assets')
  const files = (await readdir(at)).filter((file) => file.endsWith(ending))
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(path.join(at, file), 'utf8')] as const)),
  )
}
const [scripts, sheets, consoleScripts, consoleSheets] = await Promise.all([
  read('client', '.js'),
  read('client', '.css'),
  read('console', '.js'),
  read('console', '.css'),
])
// Imports the head script by URL, because pages and scripts have different TypeScript configurations.
const pages = pathToFileURL(path.join(import.meta.dirname, '../../web/render/head-script.ts')).href
const { headScriptOf } = (await import(pages)) as { headScriptOf: (knows: object) => string }
scripts.set('in every page', headScriptOf({ knowsSystem: true, linkedBy: ['?code'] }))
const found: readonly Newer[] = [
  ...findNewer(scripts, listBuiltIns()),
  ...findNewerCss(sheets, floor),
  ...findNewer(consoleScripts, listBuiltIns(consoleFloor)),
  ...findNewerCss(consoleSheets, consoleFloor),
]
const isExcepted = ({ name, around }: Newer) =>
  exceptions.filter((exception) => exception.names.includes(name) && exception.around.test(around))
const problems = found.filter((each) => isExcepted(each).length === 0)
const used = new Set(found.flatMap(isExcepted))
for (const { file, name, around } of problems)
  console.error(`${file}: ${name} is newer than the oldest browsers: …${around}…`)
const stale = exceptions.filter((exception) => !used.has(exception))
for (const { names, around } of stale)
  console.error(`nothing needs the exception for ${names.join(', ')} (${around.source})`)
const count = [scripts, sheets, consoleScripts, consoleSheets].reduce((sum, { size }) => sum + size, 0)
console.log(`${count} files, ${problems.length} uses of what is newer, ${used.size} exceptions`)
if (problems.length + stale.length > 0) process.exitCode = 1
