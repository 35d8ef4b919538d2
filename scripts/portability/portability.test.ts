import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { exceptions } from './exceptions.ts'
import { engines, rules, rulesTouchedBy } from './rules.ts'

/**
 * Folder of the checked SQL: schema, statements, and SQL of the product's own tools. Backups are excluded, because they
 * depend on the database engine.
 */
const server = path.join(import.meta.dirname, '../../server')
const files = globSync(
  ['**/*.sql', '**/*.{repo,queries}.ts', 'db/migrate.ts', 'platform/{listen,database,boss,connection-role}.ts'],
  {
    cwd: server,
  },
).toSorted()

it('the list of exceptions names each use of SQL that YugabyteDB, Citus or CockroachDB would refuse; keys have their own list', () => {
  expect(files.length).toBeGreaterThan(200)
  const touched = files.flatMap((file) =>
    Object.entries(rulesTouchedBy(readFileSync(path.join(server, file), 'utf8'))).map(
      ([rule, count]) => `${rule}: ${file}, ${count} times`,
    ),
  )
  const named = exceptions.flatMap(({ rule, places }) =>
    Object.entries(places).map(([file, count]) => `${rule}: ${file}, ${count} times`),
  )
  expect(touched.toSorted()).toEqual(named.toSorted())
})

it('every portability rule names its database engines, and rule names are unique', () => {
  for (const { name, by } of rules) expect(Object.keys(by).length, name).toBeGreaterThan(0)
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  expect(new Set(rules.flatMap(({ by }) => Object.keys(by)))).toEqual(new Set(engines))
})

it.each([
  ['listen and notify', 'select pg_notify($1, $2)'],
  ['listen and notify', 'query(`listen ${client.escapeIdentifier(channel)}`)'],
  ['advisory locks', 'select pg_try_advisory_xact_lock (1)'],
  ['lock table', 'lock table orders in exclusive mode'],
  ['exclusion constraints', 'exclude using gist (room with =)'],
  ['deferrable constraints', 'references users deferrable initially deferred'],
  ['triggers', 'create or replace trigger a before insert on b for each row execute function c()'],
  ['triggers for each statement', 'for  each statement execute function c()'],
  ['unlogged tables', 'create unlogged table a (b text)'],
  ['places and transactions of rows', 'delete from a where ctid = any($1)'],
  ['table samples', 'select from a tablesample system (1)'],
  ['merge', 'merge into a using b on true when matched then delete'],
  ['recursion', 'with recursive up as (select 1)'],
  ['grouping sets', 'group by rollup (a, b)'],
  ['other kinds of indexes', 'create index on a using brin (b)'],
  ['ranges as types', 'select tstzrange(a, b)'],
  ['domains', 'create domain cents as bigint'],
  ['inheritance of tables', 'create table a () inherits (b)'],
  ['partitions of a table', 'create table a (b date) partition by range (b)'],
  ['nulls not distinct', 'unique nulls not distinct (a)'],
  ['generated columns', 'a int generated always as (b + 1) stored'],
  ['numbers of a sequence', 'a bigint generated always as identity'],
  ['rights on columns', 'grant update (note, raw) on a to b'],
  ['extensions', 'create extension pg_trgm'],
  ['what the server shows of itself', 'select 1 from pg_stat_activity'],
])('the portability rule "%s" finds "%s"', (rule, text) => {
  expect(rulesTouchedBy(text)).toHaveProperty([rule], 1)
  expect(rulesTouchedBy(`${text};\n${text}`)).toHaveProperty([rule], 2)
})

it('comments are not treated as SQL', () => {
  const text = "-- lock table a\n/* create extension b */ select 1 // with recursive\nselect '--' || b"
  expect(rulesTouchedBy(text)).toEqual({})
})

it('every portability rule has an example', () => {
  const source = readFileSync(import.meta.filename, 'utf8')
  expect(rules.filter(({ name }) => !source.includes(`['${name}', `)).map(({ name }) => name)).toEqual([])
})
