import { readFile } from 'node:fs/promises'
import path from 'node:path'

type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  optionalDependencies?: Record<string, string>
}
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>

/** The lock file is what a fresh machine installs: everything from a registry, with a checksum, in the version that is asked for. */
const root = path.join(import.meta.dirname, '..')
const read = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8')) as unknown
const lock = (await read('package-lock.json')) as { lockfileVersion: number; packages: Record<string, Locked> }
const manifest = (await read('package.json')) as Manifest
const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }

const problems: string[] = []
if (lock.lockfileVersion < 3) problems.push(`lockfileVersion is ${lock.lockfileVersion}, not 3`)
for (const [name, version] of Object.entries(wanted)) {
  if (!/^\d+\.\d+\.\d+/.test(version)) problems.push(`${name} is asked for as "${version}": name one exact version`)
  const locked = lock.packages[`node_modules/${name}`]?.version
  if (locked !== version) problems.push(`${name} is locked at ${locked}, but package.json asks for ${version}`)
}
for (const [place, { resolved, integrity, link, optionalDependencies }] of Object.entries(lock.packages)) {
  if (place === '' || link) continue
  // A platform's package that the registry lacked when the file was written: `npm ci` would refuse the whole file.
  for (const name of Object.keys(optionalDependencies ?? {})) {
    if (!lock.packages[`node_modules/${name}`] && !lock.packages[`${place}/node_modules/${name}`])
      problems.push(`${place} may need ${name}, which is not locked: ask for a version whose packages all exist`)
  }
  // Without an address a package comes from the registry that the machine is set up with; the checksum holds either way.
  if (resolved !== undefined && !resolved.startsWith('https://'))
    problems.push(`${place} does not come from a registry over https: ${resolved}`)
  if (!integrity?.startsWith('sha512-')) problems.push(`${place} has no sha512 checksum`)
}
for (const problem of problems) console.error(problem)
console.log(`${Object.keys(lock.packages).length - 1} packages locked, ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1
