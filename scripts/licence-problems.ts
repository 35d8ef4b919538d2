import type { Lock } from './lock-problems.ts'

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Unlicense',
])

type Exception = {
  readonly packages: string
  /** Exact names of the packages' licences; a changed licence must be reviewed again. */
  readonly licences: readonly string[]
  readonly why: string
}

/**
 * Packages with a licence that is not generally accepted, and why their use is fine; docs/licences.md explains the same
 * to readers.
 */
const exceptions: readonly Exception[] = [
  {
    packages: '@resvg/resvg-js*',
    licences: ['MPL-2.0'],
    why: 'Unchanged, on the server alone: the licence asks for the source of changed files.',
  },
  {
    packages: '@img/sharp-*',
    licences: ['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
    why: 'libvips as a library of its own, unchanged and replaceable, on the server alone; nothing of it is passed on.',
  },
  {
    packages: '@fontsource-variable/overpass',
    licences: ['OFL-1.1'],
    why: 'The font of the site: not sold by itself, its name unchanged, its licence in /licences.txt.',
  },
  {
    packages: 'pause-stream',
    licences: ['MIT,Apache2'],
    why: 'A list of two from before there were expressions: either may be chosen.',
  },
]

export function isPermissive(expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const one = (): boolean => {
    if (words[at] !== '(') return permissive.has(words[at++] ?? '')
    at += 1
    const inner = any()
    return words[at++] === ')' && inner
  }
  const all = (): boolean => {
    let met = one()
    while (words[at] === 'AND') {
      at += 1
      met = one() && met
    }
    return met
  }
  function any(): boolean {
    let met = all()
    while (words[at] === 'OR') {
      at += 1
      met = all() || met
    }
    return met
  }
  return any() && at === words.length
}

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

const covers = ({ packages }: Exception, name: string): boolean =>
  packages.endsWith('*') ? name.startsWith(packages.slice(0, -1)) : name === packages

/**
 * Finds licence problems of packages used in production. `installed`: returns the licence in the package's own
 * manifest; null for another platform's package, whose licence must be in the lock file.
 */
export function findLicenceProblems(lock: Lock, installed: (place: string) => string | null): string[] {
  const problems: string[] = []
  const used = new Set<Exception>()
  for (const [place, locked] of Object.entries(lock.packages)) {
    if (place === '' || locked.dev || locked.link) continue
    const licence = installed(place) ?? String(locked.license ?? 'none')
    const exception = exceptions.find((each) => covers(each, nameOf(place)) && each.licences.includes(licence))
    if (exception) used.add(exception)
    else if (!isPermissive(licence)) problems.push(`${place}: ${licence} is none of the licences that are allowed`)
  }
  for (const each of exceptions)
    if (!used.has(each)) problems.push(`the exception for ${each.packages} is for no package any more: take it out`)
  return problems
}
