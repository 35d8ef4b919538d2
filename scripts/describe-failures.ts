import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

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

/**
 * Maximum lines per message of a failure, enough for the assertion and its place. The test run has already printed the
 * rest.
 */
const maxLines = 30

export const joinReports = (reports: readonly Report[]): Report => ({
  numPassedTests: reports.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0),
  numFailedTests: reports.reduce((sum, { numFailedTests }) => sum + numFailedTests, 0),
  success: reports.every(({ success }) => success),
  testResults: reports.flatMap(({ testResults }) => testResults),
})

export function describeFailures(report: Report, root: string): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [describe(file, message)]
    return failed.map((result) => describe(`${file} › ${result.fullName}`, ...(result.failureMessages ?? [])))
  })
}

function describe(title: string, ...messages: string[]): string {
  const lines = messages.flatMap((message) =>
    stripVTControlCharacters(message).trimEnd().split('\n').slice(0, maxLines),
  )
  return [`✗ ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
