import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from '../build.ts'
import { exceptions } from './exceptions.ts'
import { findNewer } from './find-newer.ts'
import { listBuiltIns } from './newer-than-floor.ts'

/** Fails if a script of the site or account area, including libraries, needs a newer browser than supported. */
await ensureBuilt()
const folder = path.join(import.meta.dirname, '../../dist/client/assets')
const files = (await readdir(folder)).filter((file) => file.endsWith('.js'))
const scripts = new Map(
  await Promise.all(files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const)),
)
// Imported by URL, because pages and scripts have different TypeScript configurations.
const pages = pathToFileURL(path.join(import.meta.dirname, '../../web/render/head-script.ts')).href
const { headScriptOf } = (await import(pages)) as { headScriptOf: (knows: object) => string }
scripts.set('in every page', headScriptOf({ knowsSystem: true, linkedBy: ['?code'] }))
const found = findNewer(scripts, listBuiltIns())
const isExcepted = ({ name, around }: (typeof found)[number]) =>
  exceptions.filter((exception) => exception.names.includes(name) && exception.around.test(around))
const problems = found.filter((each) => isExcepted(each).length === 0)
const used = new Set(found.flatMap(isExcepted))
for (const { file, name, around } of problems)
  console.error(`${file}: ${name} is newer than the oldest browsers: …${around}…`)
const stale = exceptions.filter((exception) => !used.has(exception))
for (const { names, around } of stale)
  console.error(`no script needs the exception for ${names.join(', ')} (${around.source})`)
console.log(`${scripts.size} scripts, ${problems.length} uses of what is newer, ${used.size} exceptions`)
if (problems.length + stale.length > 0) process.exitCode = 1
