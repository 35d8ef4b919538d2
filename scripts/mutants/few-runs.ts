import { vi } from 'vitest'

/** A property that notices a mutant does so within a few runs; the thousands of the suite would take hours here. */
const maxRuns = 20

vi.mock('fast-check', async (load) => {
  const original = await load<typeof import('fast-check')>()
  const assert = ((property, options) =>
    original.assert(property, {
      ...options,
      numRuns: Math.min(options?.numRuns ?? maxRuns, maxRuns),
    })) as typeof original.assert
  return { ...original, assert, default: { ...original.default, assert } }
})
