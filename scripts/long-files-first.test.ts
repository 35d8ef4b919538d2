import { existsSync } from 'node:fs'
import path from 'node:path'
import type { TestSpecification, Vitest } from 'vitest/node'
import { describe, expect, test } from 'vitest'
import LongFilesFirst, { longFiles } from './long-files-first.ts'

const root = path.join(import.meta.dirname, '..')

describe('order of test files', () => {
  test('only existing files are listed', () => {
    expect(longFiles.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  test('slow files run first in their project, and none is left out', async () => {
    const project = (name: string) => ({ name, config: { isolate: false, sequence: { groupOrder: 0 } } })
    const e2e = project('e2e')
    const unit = project('unit')
    const [long = ''] = longFiles
    const file = (of: object, name: string) => ({ project: of, moduleId: path.join(root, name) }) as TestSpecification
    const files = [file(unit, 'a.test.ts'), file(e2e, 'tests/e2e/b.test.ts'), file(e2e, long), file(unit, 'c.test.ts')]
    const context = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest
    // oxlint-disable-next-line unicorn/no-array-sort -- not the one of arrays
    const sorted = await new LongFilesFirst(context).sort(files)
    expect(sorted.map(({ moduleId }) => path.relative(root, moduleId))).toEqual([
      long,
      'tests/e2e/b.test.ts',
      'a.test.ts',
      'c.test.ts',
    ])
  })
})
