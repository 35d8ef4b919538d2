/**
 * Deletes up to `limit` rows in one statement. Returns the number of deleted rows, or of inspected rows if it skips
 * some.
 */
export type DeleteBatch = (limit: number) => Promise<number>

type Options = { readonly batch?: number; readonly budgetMs?: number }

/**
 * Cleanup run: deletes each table's expired rows in batches until a batch is short or the time is over; the rest waits
 * for the next run. Every table gets at least one batch, so that a flooded table cannot block the others. An unlimited
 * delete would exceed the statement timeout and never make progress.
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
