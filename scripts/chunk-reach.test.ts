import { expect, test } from 'vitest'
import type { Manifest } from 'vite'
import { reachChunk } from './chunk-reach.ts'

const chunks = (imports: Record<string, string[]>): Manifest =>
  Object.fromEntries(Object.entries(imports).map(([name, names]) => [name, { file: name, name, imports: names }]))

test('chunks that import another one are found at any depth, without dynamic imports', () => {
  const manifest = chunks({ island: ['kit'], kit: ['react', 'base'], status: ['base'], base: ['start'], start: [] })
  expect(reachChunk(chunks({ island: ['kit'], kit: ['react'], react: [] }), ['island'], 'react')).toEqual(['island'])
  expect(reachChunk({ ...manifest, ...chunks({ react: [] }) }, ['island', 'status'], 'react')).toEqual(['island'])
  expect(reachChunk({ ...manifest, ...chunks({ react: [], base: ['react'] }) }, ['status', 'start'], 'react')).toEqual([
    'status',
  ])
  const later: Manifest = {
    status: { file: 'status', name: 'status', dynamicImports: ['react'] },
    ...chunks({ react: [] }),
  }
  expect(reachChunk(later, ['status'], 'react')).toEqual([])
})
