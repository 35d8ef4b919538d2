import { expect, test } from 'vitest'
import type { Manifest } from 'vite'
import { chunkCircle } from './chunk-circle.ts'

const chunks = (imports: Record<string, string[]>): Manifest =>
  Object.fromEntries(Object.entries(imports).map(([file, names]) => [file, { file, imports: names }]))

test('a cycle of chunks is found, and shared chunks are not a cycle', () => {
  expect(
    chunkCircle(chunks({ island: ['kit', 'base'], kit: ['base', 'react'], base: ['start'], start: [], react: [] })),
  ).toBeNull()
  expect(chunkCircle(chunks({ island: ['kit'], kit: ['copy'], copy: ['icon'], icon: ['kit'] }))).toEqual([
    'kit',
    'copy',
    'icon',
    'kit',
  ])
  expect(chunkCircle(chunks({ island: ['kit'], kit: [], page: ['copy'], copy: ['icon'], icon: ['copy'] }))).toEqual([
    'copy',
    'icon',
    'copy',
  ])
  expect(chunkCircle(chunks({ island: ['kit'], kit: ['island'] }))).toEqual(['island', 'kit', 'island'])
})
