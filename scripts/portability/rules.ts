export const engines = ['YugabyteDB', 'Citus', 'CockroachDB'] as const
type Engine = (typeof engines)[number]

/**
 * Feature that a distributed database engine rejects or handles differently according to its documentation, with a
 * pattern that finds it in SQL.
 */
type Rule = {
  readonly name: string
  readonly pattern: RegExp
  /** Support for the SQL feature by database engine. Engines that are not listed behave like PostgreSQL. */
  readonly by: Readonly<Partial<Record<Engine, string>>>
}

const yugabyte = 'not supported (docs.yugabyte.com, PostgreSQL compatibility)'
const cockroach = 'not supported (cockroachlabs.com/docs, PostgreSQL compatibility)'
const citus = 'within one shard alone (docs.citusdata.com, SQL support and workarounds)'

/**
 * Rules for SQL text. Database keys are checked in `judge-keys.ts` instead, because SQL text does not show the
 * distribution column.
 */
export const rules: readonly Rule[] = [
  {
    name: 'listen and notify',
    pattern: /\blisten\s+(?:\w+\s*[;'"`]|\$\{)|\bnotify\s+\w+\s*[;,'"`]|\bpg_notify\s*\(/i,
    by: { YugabyteDB: 'from 2025.2.3 on', CockroachDB: cockroach },
  },
  {
    name: 'advisory locks',
    pattern: /\bpg_(?:try_)?advisory_\w+\s*\(/i,
    by: { YugabyteDB: 'from 2025.1 on', Citus: 'of the coordinator alone', CockroachDB: 'does nothing' },
  },
  { name: 'lock table', pattern: /\block\s+table\b/i, by: { YugabyteDB: yugabyte, CockroachDB: cockroach } },
  {
    name: 'exclusion constraints',
    pattern: /\bexclude\s+using\b/i,
    by: { YugabyteDB: yugabyte, CockroachDB: cockroach },
  },
  {
    name: 'deferrable constraints',
    pattern: /(?<!not )\bdeferrable\b/i,
    by: { YugabyteDB: 'of foreign keys alone', CockroachDB: cockroach },
  },
  {
    name: 'triggers',
    pattern: /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\b/i,
    by: {
      Citus: 'not on distributed tables (docs.citusdata.com, triggers)',
      CockroachDB: 'from 24.3 on, for each row',
    },
  },
  {
    name: 'triggers for each statement',
    pattern: /\bfor\s+each\s+statement\b|\breferencing\s+(?:new|old)\s+table\b/i,
    by: { YugabyteDB: 'no transition tables', Citus: 'not on distributed tables', CockroachDB: cockroach },
  },
  {
    name: 'unlogged tables',
    pattern: /\bunlogged\b/i,
    by: { YugabyteDB: 'logged all the same', CockroachDB: 'logged all the same' },
  },
  {
    name: 'places and transactions of rows',
    pattern: /\bctid\b|\bxmin\b|\btxid_\w+\(|\bpg_current_(?:xact_id|snapshot)\b|\bpg_snapshot_\w+\(/i,
    by: { YugabyteDB: 'other numbers, or none', Citus: 'of one node', CockroachDB: cockroach },
  },
  {
    name: 'table samples',
    pattern: /\btablesample\b/i,
    by: { YugabyteDB: yugabyte, Citus: citus, CockroachDB: cockroach },
  },
  { name: 'merge', pattern: /\bmerge\s+into\b/i, by: { YugabyteDB: yugabyte, Citus: citus, CockroachDB: cockroach } },
  { name: 'recursion', pattern: /\bwith\s+recursive\b/i, by: { Citus: citus } },
  {
    name: 'grouping sets',
    pattern: /\bgrouping\s+sets\b|\brollup\s*\(|\bcube\s*\(/i,
    by: { Citus: citus, CockroachDB: cockroach },
  },
  {
    name: 'other kinds of indexes',
    pattern: /\busing\s+(?:gist|spgist|brin|hash)\b/i,
    by: { YugabyteDB: yugabyte, CockroachDB: cockroach },
  },
  {
    name: 'ranges as types',
    pattern: /\b(?:ts|tstz|date|int4|int8|num)(?:multi)?range\b|\brange_agg\b/i,
    by: { CockroachDB: cockroach },
  },
  { name: 'domains', pattern: /\bcreate\s+domain\b/i, by: { CockroachDB: cockroach } },
  {
    name: 'inheritance of tables',
    pattern: /\)\s*inherits\s*\(/i,
    by: { YugabyteDB: yugabyte, CockroachDB: cockroach },
  },
  {
    name: 'partitions of a table',
    pattern: /\bpartition\s+by\s+(?:range|list|hash)\s*\(/i,
    by: { CockroachDB: 'its own, of an index' },
  },
  { name: 'nulls not distinct', pattern: /\bnulls\s+not\s+distinct\b/i, by: { CockroachDB: cockroach } },
  {
    name: 'generated columns',
    pattern: /\bgenerated\s+always\s+as\s*\((?!identity)/i,
    by: { YugabyteDB: 'from the release on PostgreSQL 15 on' },
  },
  {
    name: 'numbers of a sequence',
    pattern: /\b(?:big|small)?serial\s+(?:primary|not|unique|,)|\bas\s+identity\b|\bnextval\s*\(/i,
    by: { YugabyteDB: 'with gaps', Citus: 'with the node in them', CockroachDB: 'with gaps, or not in order' },
  },
  {
    name: 'rights on columns',
    pattern: /\bgrant\s+(?:select|insert|update)\s*\([^)]*\)/i,
    by: { CockroachDB: cockroach },
  },
  {
    name: 'extensions',
    pattern: /\bcreate\s+extension\b/i,
    by: { YugabyteDB: 'those that come with it', CockroachDB: cockroach },
  },
  {
    name: 'what the server shows of itself',
    pattern: /\bpg_locks\b|\bpg_stat_\w+|\bpg_blocking_pids\b|\breltuples\b/i,
    by: { YugabyteDB: 'of one node', Citus: 'of one node', CockroachDB: 'tables of its own' },
  },
]

const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\//g, '').replace(/(?<![:'"`\w])(?:--|\/\/)[^\n]*/g, '')

export const rulesTouchedBy = (text: string): Readonly<Record<string, number>> => {
  const bare = withoutComments(text)
  const counts = rules.map(({ name, pattern }) => {
    const everywhere = new RegExp(pattern.source, `${pattern.flags}g`)
    return [name, [...bare.matchAll(everywhere)].length] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}
