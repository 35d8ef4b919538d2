import { describe, expect, test } from 'vitest'
import { describeFailures, joinReports, type Report } from './describe-failures.ts'

const passed = { status: 'passed', fullName: 'prices are whole', failureMessages: [] }
const report = (testResults: Report['testResults']): Report => ({
  numPassedTests: 0,
  numFailedTests: 0,
  success: false,
  testResults,
})

describe('list of failed tests', () => {
  test('each failed test is listed with file, title and message', () => {
    const failed = {
      status: 'failed',
      fullName: 'prices are exact',
      failureMessages: ['\u001b[31mexpected 1\u001b[39m'],
    }
    const file = {
      name: '/repo/server/prices.test.ts',
      status: 'failed',
      message: '',
      startTime: 0,
      endTime: 0,
      assertionResults: [passed, failed],
    }
    expect(describeFailures(report([file]), '/repo')).toEqual([
      '✗ server/prices.test.ts › prices are exact\n    expected 1',
    ])
  })

  test('a file that does not load is listed', () => {
    const file = {
      name: '/repo/a.test.ts',
      status: 'failed',
      message: 'no such module',
      startTime: 0,
      endTime: 0,
      assertionResults: [],
    }
    expect(describeFailures(report([file]), '/repo')).toEqual(['✗ a.test.ts\n    no such module'])
  })

  test('the list is empty when all tests passed', () => {
    const file = {
      name: '/repo/a.test.ts',
      status: 'passed',
      message: '',
      startTime: 0,
      endTime: 0,
      assertionResults: [passed],
    }
    expect(describeFailures(report([file]), '/repo')).toEqual([])
  })

  test('a long message is shortened', () => {
    const long = Array.from({ length: 500 }, (_, line) => `line ${line}`).join('\n')
    const failed = { status: 'failed', fullName: 'is short', failureMessages: [long] }
    const file = {
      name: '/repo/a.test.ts',
      status: 'failed',
      message: '',
      startTime: 0,
      endTime: 0,
      assertionResults: [failed],
    }
    const [shown] = describeFailures(report([file]), '/repo')
    expect(shown).toContain('line 29')
    expect(shown).not.toContain('line 30')
  })
})

describe('joined test reports', () => {
  const run = { ...report([]), numPassedTests: 2, success: true }

  test('joined reports add up their counts and keep the files', () => {
    const file = {
      name: '/repo/a.test.ts',
      status: 'passed',
      message: '',
      startTime: 0,
      endTime: 1,
      assertionResults: [],
    }
    const joined = joinReports([
      { ...run, testResults: [file] },
      { ...run, numFailedTests: 1 },
    ])
    expect(joined).toMatchObject({ numPassedTests: 4, numFailedTests: 1, testResults: [file] })
  })

  test('joined reports fail if one of them failed', () => {
    expect(joinReports([run, run]).success).toBe(true)
    expect(joinReports([run, { ...run, success: false }]).success).toBe(false)
  })
})
