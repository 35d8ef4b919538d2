type LockedPackage = {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
export type LockedPackages = Readonly<Record<string, LockedPackage>>

/**
 * Resolves a package `name` as Node does from the package at `place`: first in that package's own node_modules, then
 * outwards.
 */
function findPlace(packages: LockedPackages, place: string, name: string): string | null {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const found = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (packages[found] !== undefined) return found
    if (from === '') return null
  }
}

export function neededPlaces(packages: LockedPackages, names: readonly string[]): Set<string> {
  const needed = new Set<string>()
  const visit = (from: string, name: string) => {
    const place = findPlace(packages, from, name)
    // Skips packages that are not installed: optional ones of other platforms, and missing peers.
    if (place === null || needed.has(place)) return
    needed.add(place)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place] ?? {}
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => peerDependenciesMeta?.[peer]?.optional !== true)
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) visit(place, next)
  }
  for (const name of names) visit('', name)
  return needed
}
