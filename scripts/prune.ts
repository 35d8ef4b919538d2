import { existsSync } from 'node:fs'
import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { runtimePackages } from './build-server.ts'
import { neededPlaces, type LockedPackages } from './needed-places.ts'

/**
 * `npm run prune`, run in a release after its build: deletes everything from `node_modules` that production does not
 * run, such as tools, bundled packages and the embedded database. `npm ci` restores it.
 */
const root = path.dirname(import.meta.dirname)
if (!existsSync(path.join(root, 'dist/server/stamp'))) throw new Error('Nothing is built: run "npm run build" first.')
const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages }
const kept = neededPlaces(lock.packages, runtimePackages)

/**
 * Package folders to delete. They are sorted below, so that outer packages go first, together with the packages inside
 * them.
 */
const places = Object.keys(lock.packages).filter((place) => place !== '' && !kept.has(place))
const removed = places.filter((place) => existsSync(path.join(root, place)))
for (const place of places.toSorted()) await rm(path.join(root, place), { recursive: true, force: true })

const modules = path.join(root, 'node_modules')
// Deletes headers and manual of Node, a third of its package, and keeps its binary and licence.
for (const name of await readdir(modules))
  if (name.startsWith('node-linux-'))
    for (const part of ['include', 'share']) await rm(path.join(modules, name, part), { recursive: true, force: true })
// Deletes npm's metadata and tools' caches: names that begin with a dot, except `.bin`.
for (const name of await readdir(modules))
  if (name.startsWith('.') && name !== '.bin') await rm(path.join(modules, name), { recursive: true, force: true })
for (const name of await readdir(path.join(modules, '.bin'))) {
  const link = path.join(modules, '.bin', name)
  if (!existsSync(link)) await rm(link, { force: true })
}
for (const name of await readdir(modules))
  if (name.startsWith('@') && (await readdir(path.join(modules, name))).length === 0)
    await rm(path.join(modules, name), { recursive: true })

let bytes = 0
for (const name of await readdir(modules, { recursive: true })) {
  const found = await lstat(path.join(modules, name))
  if (found.isFile()) bytes += found.size
}
const node = (await stat(path.join(modules, '.bin/node')).catch(() => null))?.size ?? 0
const mebibytes = (count: number) => (count / 1024 / 1024).toFixed(0)
console.log(
  `${removed.length} packages removed, ${kept.size} named; ${mebibytes(bytes - node)} MB beside Node's own ${mebibytes(node)} MB`,
)
