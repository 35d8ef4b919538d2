import { expect, it } from 'vitest'
import { progress } from './printers.ts'

it('progress is printed at most once a second with the current count', () => {
  let now = 5_000
  const lines: string[] = []
  const onProgress = progress(
    (done: number) => [done, 'orders looked at'],
    () => now,
  )
  for (const [at, done] of [
    [5_000, 100],
    [5_999, 200],
    [6_000, 1_300],
    [6_500, 1_400],
    [7_000, 2_500],
    [9_500, 3_600],
  ] as const) {
    now = at
    onProgress(done, { print: (line) => void lines.push(line) })
  }
  expect(lines).toEqual(['… 1,300 orders looked at', '… 2,500 orders looked at', '… 3,600 orders looked at'])
})
