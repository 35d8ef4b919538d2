import { expect, it } from 'vitest'
import { callsPerMinute, NodeCalls } from './node-calls.ts'

it('a node calls so often in a minute and no more, and keeps no other node from it', () => {
  const calls = new NodeCalls()
  const answers = Array.from({ length: callsPerMinute + 5 }, (_, index) => calls.admit(1, index))
  expect(answers.filter(Boolean)).toHaveLength(callsPerMinute)
  expect(answers.at(-1)).toBe(false)
  expect(calls.admit(2, 1_000)).toBe(true)
  expect(calls.admit(1, 59_999)).toBe(false)
  expect(calls.admit(1, 60_000)).toBe(true)
})
