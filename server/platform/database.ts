import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { beginWith, assumeRole, type Pooling } from './connection-role.ts'
import { listen } from './listen.ts'
import type { Log } from './log.ts'
import type { Statement } from './sql.ts'

export interface Queryable {
  query<Row>(statement: Statement<Row>): Promise<Row[]>
  /** Runs a statement. Throws unless it returns exactly one row. */
  one<Row>(statement: Statement<Row>): Promise<Row>
  maybe<Row>(statement: Statement<Row>): Promise<Row | undefined>
  run(statement: Statement): Promise<number>
}
export interface Transaction extends Queryable {
  /** Database time at the start of the transaction. Use no other clock for money and membership. */
  readonly now: Date
  /**
   * Statements sent together with the commit, which saves a round trip. If one fails, nothing is committed and the
   * transaction throws. Do not use their results, and run no statements after them.
   */
  last(...sent: readonly Promise<unknown>[]): void
}
/**
 * Options of a transaction. `oneMoment`: read-only, and all statements see one snapshot. `early`: the first statements
 * are sent together with BEGIN; reading `now` throws until one of them has been answered.
 */
type TransactionOptions = { readonly oneMoment?: boolean; readonly early?: boolean }
export interface Database extends Queryable {
  /** Runs `work` in a transaction. After a serialization failure or deadlock, starts it again, up to four times. */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Listens to notifications on a database connection of its own; returns a stop function. Notifications are missed
   * while the connection is lost, so listeners must also poll.
   */
  listen(channel: string, onMessage: (payload: string) => void): () => Promise<void>
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

type DatabaseOptions = {
  connection: pg.PoolConfig
  maxConnections: number
  log: Log
  pooling?: Pooling
  connectWithinMs?: number
  /** Closes connections on which a statement is not answered in this time. Default: waits until the network gives up. */
  answerWithinMs?: number
}

export function openDatabase({
  connection,
  maxConnections,
  log,
  pooling = 'session',
  connectWithinMs = 1_500,
  answerWithinMs,
}: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    // Sends statements that are started in parallel (`Promise.all`) in one round trip.
    pipeline: true,
    types,
    connectionTimeoutMillis: connectWithinMs,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
    idleTimeoutMillis: 60_000,
    application_name: 'wayfare',
    // The pool awaits this promise before it hands out the connection, although pg's types do not say so.
    ...(pooling === 'session' && { onConnect: (client: pg.ClientBase): unknown => client.query(assumeRole) }),
  })
  // Logs only message and code, because the error object includes the whole client with its keys and statements.
  const report = (error: Error) => {
    // Broken connections are not logged while the pool closes, because the database may stop right after it.
    if (!pool.ending) log.warn({ reason: error.message, code: sqlState(error) }, 'database connection lost')
  }
  pool.on('error', report)
  // A connection in use emits 'error' when the database goes away; without a listener the process would exit.
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
    // With transaction pooling, LISTEN would apply to an arbitrary shared connection, so it is not used.
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

/** Names prepared statements only with session pooling, because they belong to one PostgreSQL connection. */
const asQuery: Readonly<Record<Pooling, (statement: Statement<unknown>) => pg.QueryConfig>> = {
  session: ({ text, name, values }) => ({ text, name, values: values as unknown[] }),
  transaction: ({ text, values }) => ({ text, values: values as unknown[] }),
}

/**
 * Runs one statement in a transaction of its own, because with transaction pooling role and limits are set per
 * transaction.
 */
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
  // A text with several statements, which only pg-boss sends, returns a list of results.
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
    // First error that PostgreSQL reported. It answers in the order of the statements, but the error of an early one may
    // take longer to its caller than that of a later one, or be ignored there.
    let firstError: unknown
    // Sends everything that the code starts before it waits for an answer in one write: a write costs more processor
    // time than the statement in it.
    const { stream } = client.connection
    const send = <R extends pg.QueryResultRow>(query: string | pg.QueryConfig) => {
      stream.cork()
      process.nextTick(() => stream.uncork())
      const answer = guard(() => client.query<R>(query))
      answer.catch((error: unknown) => (firstError ??= error))
      return answer
    }
    try {
      const begin = beginWith[pooling]
      // Reads the time together with BEGIN, which costs no extra round trip.
      const begun = Promise.all([
        send(oneMoment ? begin.replace('begin', 'begin isolation level repeatable read, read only') : begin),
        send<{ now: Date }>(timeQuery[pooling]).then(({ rows }) => (now = rows[0]?.now)),
      ])
      if (!early) await begun
      begun.catch(() => {})
      const result = await work({
        ...queryable((statement) => {
          if (isOver) throw new Error('a statement after the commit')
          return send(toQuery(statement))
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
      // Holds the last statements back until the commit, which goes in the same write. Waits one tick for those that
      // fail before they are sent, because PostgreSQL would not know of them and commit the rest.
      if (last.length > 0) {
        stream.cork()
        await new Promise((resolve) => setImmediate(resolve))
        process.nextTick(() => stream.uncork())
      }
      if (failed.length > 0) throw failed[0]
      isOver = true
      const committed = send('commit')
      committed.catch(() => {})
      await begun
      await Promise.all(last)
      // PostgreSQL answers the commit of a transaction in which a statement failed with ROLLBACK, without an error.
      if ((await committed).command === 'ROLLBACK') throw firstError
      return result
    } catch (error) {
      isOver = true
      await client.query('rollback').catch((reason: Error) => (broken = reason))
      // After a failed statement PostgreSQL rejects all others of the transaction, so only the first error tells
      // whether a retry makes sense.
      throw sqlState(error) === '25P02' ? firstError : error
    } finally {
      client.release(broken)
    }
  })

const timeOf = { name: 'tx_now', text: 'select now() as now', values: [] }
const timeQuery = { session: asQuery.session(timeOf), transaction: asQuery.transaction(timeOf) }

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
/**
 * True if the error says that this constraint or unique index was violated. The database transaction must then be
 * rolled back.
 */
export const isViolation = (error: unknown, constraint: string): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === constraint

export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/**
 * True after a serialization failure or deadlock. A replica reports a query that it cancelled to apply changes with the
 * same codes.
 */
export const isRetryable = (error: unknown): error is Error => ['40001', '40P01'].includes(sqlState(error) ?? '')

/**
 * Converts lost connections, timeouts, restarts, read-only servers and disk errors to `Unavailable`, so that the caller
 * gets 503 instead of 500.
 */
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
