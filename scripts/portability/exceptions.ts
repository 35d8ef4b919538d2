/** A rule that SQL of the product touches: where, and what it would take on an engine that refuses it. */
export type Exception = { readonly rule: string; readonly reason: string; readonly files: readonly string[] }

export const exceptions: readonly Exception[] = [
  {
    rule: 'listen and notify',
    reason:
      'A hint alone: without it jobs, streams and the console ask every few seconds. On CockroachDB the statement itself has to be left out.',
    files: ['modules/groups/groups.repo.ts', 'platform/desk-hints.queries.ts', 'platform/listen.ts'],
  },
  {
    rule: 'advisory locks',
    reason:
      'They have acts of one person, or of one kind, take turns. On CockroachDB they do nothing: each would become a row that is locked, before money goes by it.',
    files: [
      'db/migrate.ts',
      'modules/alerts/alerts.repo.ts',
      'modules/audit/batches.queries.ts',
      'modules/catalog/catalog.repo.ts',
      'modules/content/content.repo.ts',
      'modules/figures/figures.repo.ts',
      'modules/groups/groups.repo.ts',
      'modules/mailings/mailings.queries.ts',
      'modules/mailings/segments.queries.ts',
      'modules/operators/operators.queries.ts',
      'modules/orders/orders.repo.ts',
      'modules/redeem-codes/redeem-codes.queries.ts',
      'modules/referrals/ties.queries.ts',
      'modules/risk/events.queries.ts',
      'modules/second-factors/second-factors.repo.ts',
      'modules/sessions/sessions.repo.ts',
    ],
  },
  {
    rule: 'triggers',
    reason:
      'They write what is owed to tunnels and to the look at risks into tables of the same person, in the same transaction. Citus needs those tables local to the coordinator, or the writes made by the statements.',
    files: [
      'db/migrations/006.do.payments.sql',
      'db/migrations/071.do.entitlements.sql',
      'db/migrations/075.do.tunnel-providers.sql',
      'db/migrations/097.do.risk-signals.sql',
      'db/migrations/113.do.signals-of-money.sql',
      'db/migrations/129.do.risk-cases.sql',
    ],
  },
  {
    rule: 'triggers for each statement',
    reason:
      'A second wall around the ledger, against its own owner; the rights of the role keep the application from rewriting it without.',
    files: ['db/migrations/006.do.payments.sql'],
  },
  {
    rule: 'unlogged tables',
    reason: 'Logged they cost more and lose nothing.',
    files: ['db/migrations/001.do.foundation.sql', 'db/migrations/074.do.tunnels.sql'],
  },
  {
    rule: 'places and transactions of rows',
    reason:
      'Sweeps take the place of a row for its key, once within one statement: keys would do it. A panel that is filled waits for older writers by the snapshot: elsewhere it would wait for the longest time that a statement may take.',
    files: [
      'modules/risk/signals.queries.ts',
      'modules/sessions/sessions.queries.ts',
      'modules/tunnels/panels/providers.repo.ts',
    ],
  },
  {
    rule: 'recursion',
    reason:
      'Up the line of inviters, of few rows: with Citus from the coordinator, where referrals are a reference table.',
    files: ['modules/referrals/referrals.repo.ts'],
  },
  {
    rule: 'numbers of a sequence',
    reason:
      'An order of rows of one person, a place of a node, a reference of a link: gaps do no harm, and no two are compared across persons.',
    files: [
      'db/migrations/008.do.payments-review.sql',
      'db/migrations/074.do.tunnels.sql',
      'db/migrations/101.do.content-drafts.sql',
      'db/migrations/129.do.risk-cases.sql',
      'modules/content/drafts.repo.ts',
      'modules/tunnels/links.repo.ts',
    ],
  },
  {
    rule: 'rights on columns',
    reason:
      'What the application may change of a row that is otherwise only added to. Where there are none, a trigger would have to refuse the other columns.',
    files: [
      'db/migrations/027.do.sent-money-checked.sql',
      'db/migrations/028.do.two-looks-a-day-apart.sql',
      'db/migrations/030.do.sealed-notifications.sql',
      'db/migrations/032.do.job-lanes.sql',
      'db/migrations/093.do.operator-notes.sql',
      'db/migrations/098.do.account-changes.sql',
      'db/migrations/103.do.commissions-voided.sql',
      'db/migrations/146.do.reserves.sql',
    ],
  },
  {
    rule: 'what the server shows of itself',
    reason:
      'Which transactions are still open, before a day is added up: elsewhere the day would wait longer than any transaction may take.',
    files: ['modules/figures/figures.repo.ts'],
  },
  {
    rule: 'deferrable constraints',
    reason:
      'The schema of the queue is that of its library for PostgreSQL; the library makes another one for each of these engines.',
    files: ['db/migrations/032.do.job-lanes.sql'],
  },
  {
    rule: 'partitions of a table',
    reason: 'As above: the schema of the queue.',
    files: ['db/migrations/032.do.job-lanes.sql'],
  },
]
