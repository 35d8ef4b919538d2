/** Deletes at most so many rows in one statement, and says how many it deleted; or looked at, where it passes some by. */
export type DeleteBatch = (limit: number) => Promise<number>

type Options = { readonly batch?: number; readonly budgetMs?: number }

/**
 * A run of sweeping: each table's batches follow one another until one is short, or the run's time is over; what is left goes in the next run.
 * Every table gets one batch at least, so that one that is flooded keeps none of the others from being swept. A delete without a limit would outlast the time
 * of its statement one day, and then never get anywhere.
 */
export function startSweep({ batch = 10_000, budgetMs = 20_000 }: Options = {}) {
  const until = performance.now() + budgetMs
  return async (deleteBatch: DeleteBatch): Promise<number> => {
    for (let total = 0; ;) {
      const deleted = await deleteBatch(batch)
      total += deleted
      if (deleted < batch || performance.now() >= until) return total
    }
  }
}
