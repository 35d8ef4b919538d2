import { vi } from 'vitest'

/** The thousands of runs of the suite would take hours here. So what is measured is a lower bound: rare cases are missed. */
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
