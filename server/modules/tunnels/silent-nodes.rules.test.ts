import { expect, it } from 'vitest'
import { findDown, nodeSilenceMs } from './nodes.rules.ts'

it('an enabled node is down after five minutes without a call, unless it has never called', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const seen = (ms: number) => new Date(now.getTime() - ms)
  expect(nodeSilenceMs).toBe(300_000)
  const nodes = [
    { name: 'a', enabled: true, seenAt: seen(nodeSilenceMs + 1) },
    { name: 'b', enabled: true, seenAt: seen(nodeSilenceMs) },
    { name: 'c', enabled: false, seenAt: seen(nodeSilenceMs * 9) },
    { name: 'd', enabled: true, seenAt: null },
  ]
  expect(findDown(nodes, now).map(({ name }) => name)).toEqual(['a'])
})
