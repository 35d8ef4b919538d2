import path from 'node:path'

type Timed = {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly unknown[]
}

/** Lists the slowest test files of a JSON report, one line each, because they determine the duration of a run. */
export function slowestFiles(files: readonly Timed[], root: string, count = 10): string[] {
  return files
    .map(({ name, startTime, endTime, assertionResults: tests }) => ({
      name,
      seconds: (endTime - startTime) / 1000,
      tests,
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds, tests }) =>
      [
        `${seconds.toFixed(1).padStart(8)} s`,
        (tests.length === 1 ? '1 test' : `${tests.length} tests`).padEnd(9),
        path.relative(root, name),
      ].join('  '),
    )
}
