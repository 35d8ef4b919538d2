import { expect, it } from 'vitest'
import { interruption } from './people.ts'

it('an interruption is the longest time without an answer, from the moment on and to its end, and what failed in it', () => {
  const tries = [
    { kind: 'page', at: 900, isOk: false },
    { kind: 'page', at: 1_200, isOk: true },
    { kind: 'page', at: 1_500, isOk: false },
    { kind: 'purchase', at: 2_000, isOk: true },
    { kind: 'page', at: 3_000, isOk: true },
    { kind: 'page', at: 3_100, isOk: true },
  ] as const
  expect(interruption(tries, ['page'], 1_000, 4_000)).toEqual({ failed: 1, standstillMs: 1_800 })
  expect(interruption(tries, ['page', 'purchase'], 1_000, 4_000)).toEqual({ failed: 1, standstillMs: 1_000 })
  expect(interruption(tries, ['purchase'], 1_000, 4_000)).toEqual({ failed: 0, standstillMs: 2_000 })
  expect(interruption(tries, ['notification'], 1_000, 4_000)).toEqual({ failed: 0, standstillMs: 3_000 })
})
