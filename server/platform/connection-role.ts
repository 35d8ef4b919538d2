/**
 * Sharing of database connections. `session`: each connection of ours keeps one PostgreSQL connection, directly or
 * through PgBouncer in session mode. `transaction`: a pooler assigns a PostgreSQL connection per transaction, so
 * session settings are lost between transactions.
 */
export type Pooling = 'session' | 'transaction'

/**
 * Settings of every connection. The role cannot alter the schema or rewrite ledgers, even if the login owns the schema.
 */
const settings: Readonly<Record<string, string>> = {
  role: 'wayfare_app',
  statement_timeout: '9000',
  idle_in_transaction_session_timeout: '15000',
  TimeZone: "'UTC'",
}
const assignments = (scope: 'session' | 'local') =>
  Object.entries(settings)
    .map(([name, value]) => `set ${scope} ${name} = ${value}`)
    .join('; ')

/** First statement on each new connection. It is not sent as start-up parameters, because poolers reject those. */
export const assumeRole = assignments('session')

export const beginWith: Readonly<Record<Pooling, string>> = {
  session: 'begin',
  transaction: `begin; ${assignments('local')}`,
}
