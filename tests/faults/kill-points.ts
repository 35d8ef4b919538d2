import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import type { Payments } from '#server/modules/payments/create-payments.ts'

/** Counts the moments at which something was awaited; at the chosen one the process is gone, as by `kill -9`. */
export class KillPoints {
  #passed = 0
  readonly #killAt: number
  constructor(killAt: number) {
    this.#killAt = killAt
  }
  get passed(): number {
    return this.#passed
  }
  pass(): void {
    this.#passed += 1
    if (this.#passed === this.#killAt) process.kill(process.pid, 'SIGKILL')
  }
  /** A point before and a point after. */
  async around<T>(work: () => Promise<T>): Promise<T> {
    this.pass()
    const result = await work()
    this.pass()
    return result
  }
}

const queryable = (inner: Queryable, points: KillPoints): Queryable => ({
  query: (statement) => points.around(() => inner.query(statement)),
  one: (statement) => points.around(() => inner.one(statement)),
  maybe: (statement) => points.around(() => inner.maybe(statement)),
  run: (statement) => points.around(() => inner.run(statement)),
})

/** The same database with a point around every statement, and around every commit. */
export const mortalDatabase = (inner: Database, points: KillPoints): Database => ({
  ...queryable(inner, points),
  transaction: (work) =>
    points.around(() =>
      inner.transaction(async (tx) => {
        const sent: Promise<unknown>[] = []
        const last = (...more: readonly Promise<unknown>[]) => {
          for (const each of more) each.catch(() => {})
          sent.push(...more)
        }
        const mortal: Transaction = { ...tx, ...queryable(tx, points), last }
        const result = await work(mortal)
        await Promise.all(sent)
        // Everything is written, nothing is committed.
        points.pass()
        return result
      }),
    ),
  listen: inner.listen,
  pool: inner.pool,
  close: () => inner.close(),
})

/** The same providers with a point before and after every call that a scenario makes. */
export function mortalPayments(inner: Payments, points: KillPoints): Payments {
  const mortal = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    create: (attempt) => points.around(() => provider.create(attempt)),
    query: (ref) => points.around(() => provider.query(ref)),
    close: (ref) => points.around(() => provider.close(ref)),
    refund: (request) => points.around(() => provider.refund(request)),
    queryRefund: (request) => points.around(() => provider.queryRefund(request)),
  })
  return {
    ...inner,
    byId: (id) => mortal(inner.byId(id)),
    byMethod(method, currency) {
      const provider = inner.byMethod(method, currency)
      return provider && mortal(provider)
    },
  }
}
