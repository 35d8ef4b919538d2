import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { beginWith, assumeRole, type Pooling } from './connection-role.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import type { Statement } from './sql.ts'

export interface Queryable {
  query<Row>(statement: Statement<Row>): Promise<Row[]>
  /** The one row; throws if there is none or there are more. */
  one<Row>(statement: Statement<Row>): Promise<Row>
  maybe<Row>(statement: Statement<Row>): Promise<Row | undefined>
  /** The number of rows that were inserted, updated or deleted. */
  run(statement: Statement): Promise<number>
}
export interface Transaction extends Queryable {
  /** The database's own time at the start of the transaction: the one clock of money and membership. */
  readonly now: Date
  /**
   * Statements that go along with the commit, and save the trip of waiting for them. Where one fails, nothing is committed
   * and the transaction throws. Nothing may hang on what they answer: no look at a row, and no statement after it.
   */
  last(...sent: readonly Promise<unknown>[]): void
}
/**
 * `oneMoment`: every statement sees the database as it was at the first, and changes nothing. `early`: the first statements
 * go along with the beginning; until one has answered there is no `now`, and reading it throws.
 */
export type TransactionOptions = { readonly oneMoment?: boolean; readonly early?: boolean }
export interface Database extends Queryable {
  /** Runs `work` in a transaction; again from the start if it lost a serialisation race or a deadlock. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Hears what is notified on a channel, on a connection of its own. A hint, no more: while the connection is away, nothing
   * is heard and nothing is repeated. Returns how to stop.
   */
  listen(channel: string, onMessage: (payload: string) => void): () => Promise<void>
  /** Connections of this process at this moment, and who waits for one. */
  pool(): PoolCounts
  close(): Promise<void>
}
export type PoolCounts = { readonly busy: number; readonly idle: number; readonly waiting: number }

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond what a number holds: ${text}`)
  return value
})

/** `connectWithinMs`: how long a statement waits for a connection before it is refused as unavailable. */
export type DatabaseOptions = {
  connection: pg.PoolConfig
  maxConnections: number
  log: Log
  pooling?: Pooling
  connectWithinMs?: number
}

export function openDatabase({
  connection,
  maxConnections,
  log,
  pooling = 'session',
  connectWithinMs = 1_500,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    // Statements that do not wait for each other, as `Promise.all` sends them in a transaction, share one round trip.
    pipeline: true,
    types,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: 60_000,
    application_name: 'wayfare',
    // The pool waits for the promise before it gives the connection to anyone, though its types do not say so.
    ...(pooling === 'session' && { onConnect: (client: pg.ClientBase): unknown => client.query(assumeRole) }),
  })
  // The error alone would drag the whole client into the log, with its keys and statements.
  const report = (error: Error) => {
    // The pool is ended before its last connections are: the database that stops after it breaks them, and nothing is lost.
    if (!pool.ending) log.warn({ reason: error.message, code: sqlState(error) }, 'database connection lost')
  }
  pool.on('error', report)
  // A checked-out client emits 'error' on itself when the server goes away; without a listener the process would end.
  pool.on('connect', (client) => client.on('error', report))
  const toQuery = asQuery[pooling]
  return {
    ...queryable((statement) =>
      repeated(() =>
        pooling === 'session'
          ? guard(() => pool.query(toQuery(statement)))
          : alone(pool, (client) => client.query(toQuery(statement))),
      ),
    ),
    transaction: (work, options) => transaction(pool, pooling, work, options),
    // A pooler that shares connections by transaction would register the wish on one of them, and hear for others.
    listen: (channel, onMessage) =>
      pooling === 'session' ? listen(connection, channel, { onMessage, report }) : async () => {},
    pool: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  }
}

/** A prepared statement belongs to one connection of PostgreSQL: where the next may be another, it has no name. */
const asQuery: Readonly<Record<Pooling, (statement: Statement<unknown>) => pg.QueryConfig>> = {
  session: ({ text, name, values }) => ({ text, name, values: values as unknown[] }),
  transaction: ({ text, values }) => ({ text, values: values as unknown[] }),
}

/** One statement in a transaction of its own, because role and limits last no longer than that. */
async function alone<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await guard(() => pool.connect())
  let broken: Error | undefined
  try {
    await guard(() => client.query(beginWith.transaction))
    const result = await guard(() => work(client))
    await guard(() => client.query('commit'))
    return result
  } catch (error) {
    await client.query('rollback').catch((reason: Error) => (broken = reason))
    throw error
  } finally {
    client.release(broken)
  }
}

function queryable(send: (statement: Statement<unknown>) => Promise<pg.QueryResult>): Queryable {
  // Several statements in one text, which only pg-boss sends, give a list of results.
  const query = async <Row>(statement: Statement<Row>) =>
    [await send(statement)].flat().flatMap(({ rows }) => rows as Row[])
  return {
    query,
    async one<Row>(statement: Statement<Row>) {
      const rows = await query(statement)
      if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}: ${statement.text}`)
      return rows[0] as Row
    },
    maybe: async (statement) => (await query(statement))[0],
    run: async (statement) => (await send(statement)).rowCount ?? 0,
  }
}

const transaction = <T>(
  pool: pg.Pool,
  pooling: Pooling,
  work: (tx: Transaction) => Promise<T>,
  { oneMoment = false, early = false }: TransactionOptions = {},
): Promise<T> =>
  repeated(async () => {
    const toQuery = asQuery[pooling]
    const client = await guard(() => pool.connect())
    let broken: Error | undefined
    let now: Date | undefined
    let isOver = false
    const last: Promise<unknown>[] = []
    const failed: unknown[] = []
    try {
      const begin = beginWith[pooling]
      // Sent together: the time costs no trip of its own.
      const begun = Promise.all([
        guard(() =>
          client.query(oneMoment ? begin.replace('begin', 'begin isolation level repeatable read, read only') : begin),
        ),
        guard(() => client.query<{ now: Date }>(timeQuery[pooling])).then(({ rows }) => (now = rows[0]?.now)),
      ])
      if (!early) await begun
      begun.catch(() => {})
      const result = await work({
        ...queryable((statement) => {
          if (isOver) throw new Error('a statement after the commit')
          return guard(() => client.query(toQuery(statement)))
        }),
        get now() {
          if (!now) throw new Error('the time of a transaction that nothing has answered yet')
          return now
        },
        last(...sent) {
          for (const each of sent) each.catch((error: unknown) => void failed.push(error))
          last.push(...sent)
        },
      })
      // What fails before it is sent, fails by now: PostgreSQL would not know of it, and commit the rest.
      if (last.length > 0) await new Promise((resolve) => setImmediate(resolve))
      if (failed.length > 0) throw failed[0]
      isOver = true
      const committed = guard(() => client.query('commit'))
      committed.catch(() => {})
      await begun
      await Promise.all(last)
      await committed
      return result
    } catch (error) {
      isOver = true
      await client.query('rollback').catch((reason: Error) => (broken = reason))
      // Every statement after one that failed is refused; what that one said decides whether all is done anew.
      throw sqlState(error) === '25P02' ? (failed[0] ?? error) : error
    } finally {
      client.release(broken)
    }
  })

const timeOf = { name: 'tx_now', text: 'select now() as now', values: [] }
const timeQuery = { session: asQuery.session(timeOf), transaction: asQuery.transaction(timeOf) }

/** Does it anew where PostgreSQL ended it in favour of another, as it does with one of two that wait for each other: nothing of it was done. */
async function repeated<T>(act: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await act()
    } catch (error) {
      if (round >= 5 || !isRetryable(error)) throw error
    }
    await sleep(2 ** round * (5 + Math.random() * 10))
  }
}

const sqlState = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
/** Whether a statement was refused by this constraint or unique index. Its transaction can only be rolled back then. */
export const isViolation = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

/** Whether a statement waited for a lock longer than its transaction wanted. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

const isRetryable = (error: unknown) => ['40001', '40P01'].includes(sqlState(error) ?? '')

/** Lost connections, a server that starts or stops, one that only reads, a disk that is full or broken: the caller hears 503, not 500. */
async function guard<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const state = sqlState(error)
    const unreachable =
      state === undefined
        ? error instanceof Error && /timeout|terminated|ended|not queryable/i.test(error.message)
        : /^(08|57P|57014|25P03|25006|53|58|E[A-Z]+$)/.test(state)
    if (unreachable) throw new AppError('Unavailable', {}, { cause: error })
    throw error
  }
}
