import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cacheValue } from './cached-value.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('a cached value is returned until its age, then read again', async () => {
  let looks = 0
  const kept = cacheValue(1_000, async () => ++looks)
  expect([await kept.read(), await kept.read()]).toEqual([1, 1])
  vi.advanceTimersByTime(999)
  expect(await kept.read()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await kept.read()).toBe(2)
})

it('the age of a cached value counts from the start of the read', async () => {
  const answers: ((value: string) => void)[] = []
  const kept = cacheValue(1_000, () => new Promise<string>((resolve) => void answers.push(resolve)))
  const [first, beside] = [kept.read(), kept.read()]
  expect(answers).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  const later = kept.read()
  expect(answers).toHaveLength(2)
  answers[1]!('after')
  answers[0]!('before')
  expect(await Promise.all([first, beside, later])).toEqual(['before', 'before', 'after'])
  expect(await kept.read()).toBe('after')
})

it('a failed read is not cached, and a forgotten value is read again', async () => {
  let looks = 0
  const kept = cacheValue(1_000, async () => {
    if (++looks === 1) throw new Error('away')
    return looks
  })
  await expect(kept.read()).rejects.toThrow('away')
  expect(await kept.read()).toBe(2)
  kept.forget()
  expect(await kept.read()).toBe(3)
})

it('a slow failing read does not replace a newer value', async () => {
  const fails: ((error: Error) => void)[] = []
  const kept = cacheValue(1_000, () =>
    fails.length === 0 ? new Promise<string>((_, reject) => void fails.push(reject)) : Promise.resolve('newer'),
  )
  const old = kept.read()
  kept.forget()
  expect(await kept.read()).toBe('newer')
  fails[0]!(new Error('away'))
  await expect(old).rejects.toThrow('away')
  vi.advanceTimersByTime(500)
  const before = fails.length
  expect(await kept.read()).toBe('newer')
  expect(fails).toHaveLength(before)
})

it('a cached value can be invalidated at most once per maximum age', async () => {
  let looks = 0
  const kept = cacheValue(1_000, async () => ++looks)
  await kept.read()
  for (let told = 0; told < 10; told++) {
    kept.forget()
    await kept.read()
  }
  expect(looks).toBe(2)
  vi.advanceTimersByTime(999)
  kept.forget()
  expect(await kept.read()).toBe(2)
  vi.advanceTimersByTime(1)
  kept.forget()
  expect(await kept.read()).toBe(3)
})
