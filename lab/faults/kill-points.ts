import pg from 'pg'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import type { Payments } from '#server/modules/payments/create-payments.ts'

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

/**
 * Wraps a database so that the process can be killed before and after every statement and transaction, including begin
 * and commit.
 */
export const mortalDatabase = (inner: Database, points: KillPoints): Database => ({
  ...queryable(inner, points),
  transaction: (work, options) =>
    points.around(() =>
      inner.transaction(async (tx) => {
        const mortal: Transaction = {
          ...queryable(tx, points),
          // Must be a getter: a database transaction that begins together with its first statement knows its time only
          // after the first answer.
          get now() {
            return tx.now
          },
          last(...sent) {
            tx.last(...sent)
            // Lets the process be killed after the statement was sent and before its answer.
            points.pass()
          },
        }
        const result = await work(mortal)
        // Lets the process be killed before the commit.
        points.pass()
        return result
      }, options),
    ),
  listen: inner.listen,
  pool: inner.pool,
  close: () => inner.close(),
})

/**
 * Database connection on which the process can be killed between sending a commit and its answer. The commit may then
 * be done without this process knowing.
 */
export const mortalClient = (points: KillPoints) =>
  class extends pg.Client {
    // @ts-expect-error This signature stands for all nine overloads of `query`.
    override query(...input: unknown[]): unknown {
      const answer = (super.query as (...input: unknown[]) => unknown)(...input)
      if (input[0] === 'commit') points.pass()
      return answer
    }
  } as unknown as new () => pg.ClientBase

/** Wraps payment providers so that the process can be killed before and after every call of a scenario. */
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
