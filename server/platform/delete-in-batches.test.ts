import { describe, expect, it } from 'vitest'
import { startSweep } from './delete-in-batches.ts'

function tableOf(rows: number) {
  const table = { rows, statements: 0 }
  const deleteBatch = (limit: number) => {
    const deleted = Math.min(limit, table.rows)
    table.rows -= deleted
    table.statements++
    return Promise.resolve(deleted)
  }
  return { table, deleteBatch }
}

describe('deletion in batches', () => {
  it('a sweep continues until a batch is not full', async () => {
    const { table, deleteBatch } = tableOf(25)
    expect(await startSweep({ batch: 10 })(deleteBatch)).toBe(25)
    expect(table).toEqual({ rows: 0, statements: 3 })
  })

  it('a sweep runs once more after a full last batch', async () => {
    const { table, deleteBatch } = tableOf(20)
    expect(await startSweep({ batch: 10 })(deleteBatch)).toBe(20)
    expect(table.statements).toBe(3)
  })

  it('a sweep stops when its time is over, and still gives the next table one batch', async () => {
    const sweep = startSweep({ batch: 10, budgetMs: 0 })
    const [flooded, next] = [tableOf(1_000), tableOf(1_000)]
    expect(await sweep(flooded.deleteBatch)).toBe(10)
    expect(await sweep(next.deleteBatch)).toBe(10)
  })
})
