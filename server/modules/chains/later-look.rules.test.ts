import { expect, it } from 'vitest'
import { judgeLaterLook } from './later-look.rules.ts'

const recordedAt = new Date('2026-11-01T00:00:00Z')
const after = (ms: number) => new Date(recordedAt.getTime() + ms)
const day = 86_400_000

it.each([
  ['paid', 'confirmed', 'confirmed'],
  ['different', 'mismatch', 'mismatch'],
  ['stale', 'mismatch', 'mismatch'],
  // No node has heard of it: it may still be on its way, and after a day it is not.
  ['absent', null, 'mismatch'],
  ['early', null, null],
  ['contradicted', null, null],
  ['unreachable', null, null],
] as const)('%s is %s at once, and %s after a day', (finding, atOnce, later) => {
  expect(judgeLaterLook(finding, recordedAt, after(0))).toBe(atOnce)
  expect(judgeLaterLook(finding, recordedAt, after(day - 1))).toBe(atOnce)
  expect(judgeLaterLook(finding, recordedAt, after(day))).toBe(later)
})
