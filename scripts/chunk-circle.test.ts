import { expect, test } from 'vitest'
import type { Manifest } from 'vite'
import { chunkCircle } from './chunk-circle.ts'

const chunks = (imports: Record<string, string[]>): Manifest =>
  Object.fromEntries(Object.entries(imports).map(([file, names]) => [file, { file, imports: names }]))

test('a circle of scripts is found wherever it is, and shared ones are none', () => {
  expect(
    chunkCircle(chunks({ island: ['kit', 'base'], kit: ['base', 'react'], base: ['start'], start: [], react: [] })),
  ).toBeNull()
  expect(chunkCircle(chunks({ island: ['kit'], kit: ['copy'], copy: ['icon'], icon: ['kit'] }))).toEqual([
    'kit',
    'copy',
    'icon',
    'kit',
  ])
})
