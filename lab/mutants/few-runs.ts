import { vi } from 'vitest'

/**
 * Runs per property test. The full number would take hours; with few, rare cases may be missed and the mutation score
 * is a lower bound.
 */
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
