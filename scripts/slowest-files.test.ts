import { expect, it } from 'vitest'
import { slowestFiles } from './slowest-files.ts'

const file = (name: string, startTime: number, endTime: number, tests: number) => ({
  name: `/repo/tests/${name}.test.ts`,
  startTime,
  endTime,
  assertionResults: Array.from({ length: tests }),
})

it('the slowest files are listed first with their number of tests', () => {
  const files = [file('short', 5_000, 5_100, 3), file('longest', 1_000, 13_340, 144), file('long', 2_000, 4_000, 1)]
  expect(slowestFiles(files, '/repo', 2)).toEqual([
    '    12.3 s  144 tests  tests/longest.test.ts',
    '     2.0 s  1 test     tests/long.test.ts',
  ])
})
