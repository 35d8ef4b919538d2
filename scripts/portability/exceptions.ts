/**
 * Accepted use of a feature that some database engine rejects: number of occurrences per file, and the cost of
 * replacing it.
 */
type Exception = {
  readonly rule: string
  readonly reason: string
  readonly places: Readonly<Record<string, number>>
}

export const exceptions: readonly Exception[] = [
  {
    rule: 'listen and notify',
    reason:
      'A hint alone: without it jobs, streams and the console ask every few seconds. On CockroachDB the statement itself has to be left out.',
    places: { 'platform/desk-hints.queries.ts': 2, 'platform/listen.ts': 1 },
  },
  {
    rule: 'advisory locks',
    reason:
      'They have acts of one person, or of one kind, take turns. On CockroachDB they do nothing: each would become a row that is locked, before money goes by it.',
    places: {
      'db/migrate.ts': 1,
      'modules/alerts/alerts.repo.ts': 1,
      'modules/api-keys/api-keys.queries.ts': 1,
      'modules/audit/batches.queries.ts': 1,
      'modules/audit/reach.queries.ts': 1,
      'modules/catalog/catalog.repo.ts': 1,
      'modules/catalog/goods.repo.ts': 1,
      'modules/content/content.repo.ts': 1,
      'modules/exports/exports.repo.ts': 2,
      'modules/figures/figures.repo.ts': 1,
      'modules/groups/groups.repo.ts': 1,
      'modules/imports/imports.repo.ts': 1,
      'modules/mailings/mailings.queries.ts': 1,
      'modules/mailings/segments.queries.ts': 1,
      'modules/operators/operators.queries.ts': 1,
      'modules/orders/orders.repo.ts': 2,
      'modules/payouts/commission-holds.repo.ts': 1,
      'modules/redeem-codes/redeem-codes.queries.ts': 1,
      'modules/referrals/ties.queries.ts': 1,
      'modules/risk/events.queries.ts': 1,
      'modules/second-factors/second-factors.repo.ts': 1,
      'modules/sessions/sessions.repo.ts': 1,
      'modules/support/replies.queries.ts': 1,
      'modules/webhooks/endpoints.queries.ts': 1,
    },
  },
  {
    rule: 'triggers',
    reason:
      'They write what is owed to tunnels and to the look at risks into tables of the same person, in the same transaction. Citus needs those tables local to the coordinator, or the writes made by the statements.',
    places: {
      'db/schema/01-accounts.sql': 2,
      'db/schema/04-devices.sql': 2,
      'db/schema/19-ledger.sql': 1,
      'db/schema/22-membership.sql': 3,
      'db/schema/23-benefits.sql': 1,
      'db/schema/25-referrals.sql': 2,
      'db/schema/26-payouts.sql': 2,
      'db/schema/28-risk.sql': 1,
      'db/schema/35-imports.sql': 1,
      'db/schema/36-webhooks.sql': 7,
    },
  },
  {
    rule: 'triggers for each statement',
    reason:
      'A second wall around the ledger, against its own owner; the rights of the role keep the application from rewriting it without.',
    places: { 'db/schema/19-ledger.sql': 1 },
  },
  {
    rule: 'unlogged tables',
    reason: 'Logged they cost more and lose nothing.',
    places: { 'db/schema/02-sessions.sql': 1, 'db/schema/32-tunnels.sql': 1 },
  },
  {
    rule: 'places and transactions of rows',
    reason:
      'Sweeps take the place of a row for its key, once within one statement: keys would do it. A panel that is filled waits for older writers by the snapshot: elsewhere it would wait for the longest time that a statement may take.',
    places: {
      'modules/risk/signals.queries.ts': 7,
      'modules/sessions/sessions.queries.ts': 2,
      'modules/tunnels/panels/providers.repo.ts': 4,
    },
  },
  {
    rule: 'recursion',
    reason:
      'Up the line of inviters, of few rows (also while people are imported): with Citus from the coordinator, where referrals are a reference table. Down the sessions that a session opened, all of one person: on one node.',
    places: {
      'modules/accounts/imported-account.repo.ts': 1,
      'modules/referrals/referrals.repo.ts': 1,
      'modules/sessions/device-sessions.repo.ts': 1,
      'modules/sessions/sessions.repo.ts': 3,
    },
  },
  {
    rule: 'numbers of a sequence',
    reason:
      'An order of rows of one person, a place of a node, a reference of a link: gaps do no harm, and no two are compared across persons.',
    places: {
      'db/schema/13-content.sql': 1,
      'db/schema/22-membership.sql': 1,
      'db/schema/28-risk.sql': 1,
      'db/schema/32-tunnels.sql': 2,
      'modules/content/drafts.repo.ts': 1,
      'modules/tunnels/links.repo.ts': 1,
    },
  },
  {
    rule: 'rights on columns',
    reason:
      'What the application may change of a row that is otherwise only added to. Where there are none, a trigger would have to refuse the other columns.',
    places: {
      'db/schema/01-accounts.sql': 1,
      'db/schema/06-operators.sql': 1,
      'db/schema/08-jobs.sql': 2,
      'db/schema/17-payments.sql': 1,
      'db/schema/24-affiliates.sql': 1,
      'db/schema/25-referrals.sql': 1,
      'db/schema/26-payouts.sql': 1,
      'db/schema/29-crypto.sql': 1,
    },
  },
  {
    rule: 'what the server shows of itself',
    reason:
      'Which transactions are still open, before a day is added up: elsewhere the day would wait longer than any transaction may take.',
    places: { 'modules/figures/figures.repo.ts': 2 },
  },
  {
    rule: 'deferrable constraints',
    reason:
      'The schema of the queue is that of its library for PostgreSQL; the library makes another one for each of these engines.',
    places: { 'db/schema/07-pgboss.sql': 4 },
  },
  {
    rule: 'partitions of a table',
    reason: 'As above: the schema of the queue.',
    places: { 'db/schema/07-pgboss.sql': 2 },
  },
]
