/**
 * How connections are shared. `session`: one of ours is one of PostgreSQL's as long as it lasts, directly or by PgBouncer in
 * session mode. `transaction`: a pooler gives each transaction whichever connection is free; nothing that is set outlives it.
 */
export type Pooling = 'session' | 'transaction'

/** The login may own the schema; the application works as a role that can neither alter it nor rewrite a ledger. */
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

/** The first thing on a connection of its own, before anyone uses it: poolers refuse these as start-up parameters. */
export const assumeRole = assignments('session')

export const beginWith: Readonly<Record<Pooling, string>> = {
  session: 'begin',
  transaction: `begin; ${assignments('local')}`,
}
