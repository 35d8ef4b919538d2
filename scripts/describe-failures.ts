import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What the gate reads of a JSON report of the test runner. */
export type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

/** The most lines of a failure: the assertion and where it stands. The run itself has shown all of it. */
const maxLines = 30

/** What several runs say, as if they were one. */
export const joinReports = (reports: readonly Report[]): Report => ({
  numPassedTests: reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0),
  numFailedTests: reports.reduce((sum, { numFailedTests }) => sum + numFailedTests, 0),
  success: reports.every(({ success }) => success),
  testResults: reports.flatMap(({ testResults }) => testResults),
})

/** Names each failed test by its file below `root` and its title, with the beginning of what it said. */
export function describeFailures(report: Report, root: string): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [describe(file, message)]
    return failed.map((result) => describe(`${file} › ${result.fullName}`, (result.failureMessages ?? []).join('\n')))
  })
}

function describe(title: string, message: string): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n').slice(0, maxLines)
  return [`✗ ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
