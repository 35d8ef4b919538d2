import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findLicenceProblems, isPermissive } from './licence-problems.ts'
import type { Lock, Locked } from './lock-problems.ts'

const root = path.join(import.meta.dirname, '..')
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
const withPackage = (place: string, locked: Locked): Lock => ({
  ...lock,
  packages: { ...lock.packages, [place]: locked },
})
const place = 'node_modules/planted'

describe('licences of production packages', () => {
  it('all licences are allowed or a documented exception', () => {
    expect(findLicenceProblems(lock, () => null)).toEqual([])
  })

  it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN LICENSE.md', 'UNLICENSED'])(
    'a package under %s is reported',
    (license) => {
      const problem = `${place}: ${license} is none of the licences that are allowed`
      expect(findLicenceProblems(withPackage(place, { license }), () => null)).toEqual([problem])
    },
  )

  it('a package without a licence is reported', () => {
    expect(findLicenceProblems(withPackage(place, {}), () => null)).toEqual([
      `${place}: none is none of the licences that are allowed`,
    ])
  })

  it('the licence in the installed package takes precedence', () => {
    const own = (at: string) => (at === place ? 'GPL-3.0-only' : null)
    expect(findLicenceProblems(withPackage(place, { license: 'MIT' }), own)).toHaveLength(1)
  })

  it('development packages are ignored', () => {
    const planted = withPackage(place, { license: 'GPL-3.0-only', dev: true })
    expect(findLicenceProblems(planted, () => null)).toEqual([])
  })

  it('an exception with a changed licence, or without a package, is reported', () => {
    const font = 'node_modules/@fontsource-variable/overpass'
    const { [font]: _gone, ...packages } = lock.packages
    expect(findLicenceProblems(withPackage(font, { license: 'GPL-3.0-only' }), () => null)).toHaveLength(2)
    expect(findLicenceProblems({ ...lock, packages }, () => null)).toEqual([
      'the exception for @fontsource-variable/overpass is for no package any more: take it out',
    ])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only OR (MIT AND ISC)', true],
    ['MIT AND (GPL-3.0-only OR AGPL-3.0-only)', false],
    ['MIT AND', false],
    ['MIT)', false],
    ['(MIT', false],
    ['MIT WITH something', false],
    ['', false],
  ])('the licence expression "%s" is evaluated correctly', (expression, allowed) => {
    expect(isPermissive(expression)).toBe(allowed)
  })
})
