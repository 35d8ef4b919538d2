import { expect, it } from 'vitest'
import { callsPerMinute, NodeCalls } from './nodes.rules.ts'

it('limits the calls of a node per minute, without affecting other nodes', () => {
  const calls = new NodeCalls()
  const answers = Array.from({ length: callsPerMinute + 5 }, (_, index) => calls.admit(1, index))
  expect(answers.filter(Boolean)).toHaveLength(callsPerMinute)
  expect(answers.at(-1)).toBe(false)
  expect(calls.admit(2, 1_000)).toBe(true)
  expect(calls.admit(1, 59_999)).toBe(false)
  expect(calls.admit(1, 60_000)).toBe(true)
})
